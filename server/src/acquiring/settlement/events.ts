import type { Earned } from '#acquiring/payments'
import type { Currency } from '#kernel/base/money.ts'
import type { Ref } from '#kernel/db/commit/commit.ts'

/** A batch was closed; its number is known when the commit is done. */
export type BatchClosed = {
  batchId: Ref
  currency: Currency
  /** What each merchant has earned in it, once for each. */
  earnings: readonly Earned[]
  /** The waiting part of them is on an account of its own; false for payments from before there was one. */
  wait: boolean
}

declare module '#kernel/db/events.ts' {
  interface Events {
    batchClosed: { body: Record<string, unknown>; subject: BatchClosed }
  }
}
