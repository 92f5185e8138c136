import type { MerchantId } from '#core/directory'
import type { Money } from '#kernel/base/money.ts'
import { accounts } from './accounts.ts'
import type { Shares } from './earning.ts'
import { credit, debit, type Line } from './line.ts'

/** The postings of money that waits until it may be paid out: a part of `recipes`. */
export const pendingRecipes = {
  /**
   * Something takes money of a payment, or of a batch, that still waits: a cancellation, a refund, a chargeback, a capture
   * that failed, a topup, a reserve. The waiting ends for as much of it; the same commit takes it from `payable`. Reference:
   * the payment and what takes it, or the release of the batch.
   */
  merchantEarningsTaken: (p: { parts: Shares }): Line[] =>
    p.parts.flatMap(({ merchantId, amount }) => noLongerPending(merchantId, amount)),
  /** The rest of a merchant's earnings in a batch has waited long enough. Reference: the release. */
  merchantEarningsReleased: (p: { merchantId: MerchantId; amount: Money }): Line[] =>
    noLongerPending(p.merchantId, p.amount),
  /**
   * What a merchant had earned when there was no `pending`, and was not available yet, waits there from now on. Reference:
   * the payment, or the release of the batch.
   */
  merchantEarningsMovedToPending: (p: { parts: Shares }): Line[] =>
    p.parts.flatMap(({ merchantId, amount }) => [
      debit(accounts.merchantPayable(merchantId), amount),
      credit(accounts.merchantPending(merchantId), amount),
    ]),
} as const

const noLongerPending = (merchantId: MerchantId, amount: Money): Line[] => [
  debit(accounts.merchantPending(merchantId), amount),
  credit(accounts.merchantPayable(merchantId), amount),
]
