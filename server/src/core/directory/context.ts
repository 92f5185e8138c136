import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { type Committed, commit, type React, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'

/** What the use cases of this module work with. */
export type DirectoryContext = {
  db: Db
  clock: Clock
  keys: KeyRing
  react: React
  /** Those that a site may take; all registered assets when left out. */
  currencies?: readonly Currency[]
  /**
   * Whether this installation takes real money. Sites of the other kind are found, and are not active: neither a test
   * site in production nor a live site in staging takes a payment. Undefined: sites of both kinds are as they are.
   */
  live?: boolean
  /** Clears the memory, so that this process sees its own change at once. */
  forget(): void
}

/** Commits, then clears the memory. Other processes are notified by NOTIFY. */
export async function carryOut(
  ctx: DirectoryContext,
  now: Instant,
  writes: readonly Write[],
  useCase: string,
): Promise<Committed> {
  try {
    return await commit(ctx, now, writes, useCase)
  } finally {
    ctx.forget()
  }
}
