import type { MerchantId } from '#kernel/ids.ts'
import { type Money, subtract } from '#kernel/money.ts'
import { accounts } from './accounts.ts'
import { credit, debit, type Line } from './line.ts'

/**
 * Every way money moves in this house. Read down the list and you have read the books.
 * Each recipe balances to zero in its one currency; `post` asserts it and the database checks it again.
 */
export const recipes = {
  /** A card payment was taken. The merchant is owed the amount less our fee. Reference: the payment. */
  paymentCaptured: (p: { merchantId: MerchantId; amount: Money; fee: Money }): Line[] => [
    debit(accounts.acquirerCaptured, p.amount),
    credit(accounts.merchantPayable(p.merchantId), subtract(p.amount, p.fee)),
    credit(accounts.feeIncome, p.fee),
  ],
  /** A capture was taken back before it settled, as if it had not been: the fee goes back too. Reference: the payment. */
  paymentCancelled: (p: { merchantId: MerchantId; amount: Money; fee: Money }): Line[] => [
    debit(accounts.merchantPayable(p.merchantId), subtract(p.amount, p.fee)),
    debit(accounts.feeIncome, p.fee),
    credit(accounts.acquirerCaptured, p.amount),
  ],
  /** Money was given back to a shopper; of the fee, the part that is a percentage goes back too. Reference: the refund. */
  paymentRefunded: (p: { merchantId: MerchantId; amount: Money; feeBack: Money }): Line[] => [
    debit(accounts.merchantPayable(p.merchantId), subtract(p.amount, p.feeBack)),
    debit(accounts.feeIncome, p.feeBack),
    credit(accounts.acquirerCaptured, p.amount),
  ],
  /** A site's day was closed: what was captured less what was given back is on its way to the bank. Reference: the batch. */
  batchClosed: (p: { net: Money }): Line[] => [
    debit(accounts.acquirerSettling, p.net),
    credit(accounts.acquirerCaptured, p.net),
  ],
} as const

export type Recipes = typeof recipes
export type RecipeName = keyof Recipes
