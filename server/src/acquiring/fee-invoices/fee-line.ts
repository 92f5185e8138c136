import type { SiteId } from '#core/directory'
import type { Money } from '#kernel/base/money.ts'

/**
 * What a fee is for: the part of it that is a percentage of a payment, the fixed part, and what was returned with
 * refunds, cancellations and captures that failed, less what refunds that came back have brought.
 */
export const feeKinds = ['percentage', 'fixed', 'returned'] as const
export type FeeKind = (typeof feeKinds)[number]

/** The fees of a site in a month: of one rate, of all fixed parts, or all that was returned. */
export type FeeLine = {
  siteId: SiteId
  kind: FeeKind
  /** Of a percentage. */
  basisPoints: number | undefined
  /** How many payments, or refunds and cancellations. */
  payments: number
  /** What was captured, or what of it went back. */
  base: Money
  /** Below zero when it was returned. */
  amount: Money
}
