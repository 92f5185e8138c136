import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { commit, type React, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'

/** What the use cases of this module work with. */
export type PartnersContext = {
  db: Db
  clock: Clock
  keys: KeyRing
  react: React
  /** Whether this installation moves real money: partners of the other kind are found, and are not active. */
  live: boolean
  /** Clears the memory, so that this process sees its own change at once. */
  forget(): void
}

/** Commits, then clears the memory. Other processes are notified by NOTIFY. */
export async function carryOut(
  ctx: PartnersContext,
  now: Instant,
  writes: readonly Write[],
  useCase: string,
): Promise<void> {
  try {
    await commit(ctx, now, writes, useCase)
  } finally {
    ctx.forget()
  }
}
