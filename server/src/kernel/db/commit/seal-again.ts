import type { Clock } from '#kernel/base/clock.ts'
import { commit, StaleWrite, type Write, type Writer } from './commit.ts'

/** What one call has done: `unreadable` names what does not open under any key, which is left as it is. */
export type SealedAgain = { rewrapped: number; unreadable: readonly string[] }

/**
 * Seals rows again under a newer master key, each by a commit of its own, while others read and write them. A row that
 * somebody else has changed meanwhile is left to them.
 */
export async function sealAgain<Row>(
  ctx: Writer & { clock: Clock },
  rows: readonly Row[],
  { useCase, nameOf, seal, write }: Sealing<Row>,
): Promise<SealedAgain> {
  const unreadable: string[] = []
  let rewrapped = 0
  for (const row of rows) {
    const sealed = unlessUnreadable(() => seal(row))
    if (!sealed) {
      unreadable.push(nameOf(row))
      continue
    }
    try {
      await commit(ctx, ctx.clock.now(), [write(row, sealed)], useCase)
      rewrapped++
    } catch (error) {
      // Another process has done it.
      if (!(error instanceof StaleWrite)) throw error
    }
  }
  return { rewrapped, unreadable }
}

type Sealing<Row> = {
  useCase: string
  /** What people call a row. */
  nameOf(row: Row): string
  /** Opens what the row has, and seals it under the newest key; throws, or returns undefined, when it does not open. */
  seal(row: Row): Uint8Array | undefined
  /** Puts it into the row, if that is still as it was read. */
  write(row: Row, sealed: Uint8Array): Write
}

function unlessUnreadable(seal: () => Uint8Array | undefined): Uint8Array | undefined {
  try {
    return seal()
  } catch {
    return undefined
  }
}
