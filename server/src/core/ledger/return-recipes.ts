import type { MerchantId } from '#core/directory'
import { type Money, subtract } from '#kernel/base/money.ts'
import { accounts } from './accounts.ts'
import { type Earning, earned, type Shares } from './earning.ts'
import { credit, debit, type Line } from './line.ts'

/** How money is posted that was done with and came back, or is gone after all: a part of `recipes`. */
export const returnRecipes = {
  /**
   * A refund did not reach the cardholder, and its money came back: the merchants are owed it again, and the part of the fee
   * is ours again. Reference: the reinstatement.
   */
  refundReturned: (p: Earning & { feeBack: Money }): Line[] => {
    const { shares = [] } = p
    const own = shares.reduce((left, share) => subtract(left, share.amount), p.amount)
    return [
      debit(accounts.acquirerCaptured, p.amount),
      earned(p, p.merchantId, subtract(own, p.feeBack)),
      ...shares.map(({ merchantId, amount }) => earned(p, merchantId, amount)),
      credit(accounts.feeIncome, p.feeBack),
    ]
  },
  /**
   * A capture failed after it was done, and the acquirer has taken its money back: the merchants are owed it no more, and we
   * return what is left of our fee. Reference: the capture failure.
   */
  captureFailed: (p: { merchantId: MerchantId; amount: Money; feeBack: Money; shares?: Shares }): Line[] => {
    const { shares = [] } = p
    const own = shares.reduce((left, share) => subtract(left, share.amount), p.amount)
    return [
      debit(accounts.merchantPayable(p.merchantId), subtract(own, p.feeBack)),
      ...shares.map(({ merchantId, amount }) => debit(accounts.merchantPayable(merchantId), amount)),
      debit(accounts.feeIncome, p.feeBack),
      credit(accounts.acquirerCaptured, p.amount),
    ]
  },
  /**
   * A refund was declined after other outflows of its payment had left its part to it: what each share returns of these is
   * corrected, and the merchant of the payment gets it. An amount below zero is a rounding that a share gets back. Reference:
   * the refund.
   */
  sharesCorrected: (p: { merchantId: MerchantId; corrections: Shares }): Line[] =>
    p.corrections.flatMap(({ merchantId, amount }) => [
      debit(accounts.merchantPayable(merchantId), amount),
      credit(accounts.merchantPayable(p.merchantId), amount),
    ]),
  /** A payout did not reach the customer's card, and its money came back. Reference: the reinstatement. */
  shopperPayoutReturned: (p: Earning): Line[] => [
    debit(accounts.acquirerCaptured, p.amount),
    earned(p, p.merchantId, p.amount),
  ],
} as const
