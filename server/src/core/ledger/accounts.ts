import type { MerchantId } from '#core/directory'

/**
 * The chart of accounts. Names are paths; they say what the account holds, from our side of the table: assets and costs
 * grow by debits, debts and income by credits.
 */
export const accounts = {
  /** The acquirer owes us this: captured, and not yet in a closed batch. */
  acquirerCaptured: 'acquirer:captured',
  /** The acquirer owes us this: in closed batches, on its way to the bank. */
  acquirerSettling: 'acquirer:settling',
  /** Debited by the acquirer for a cardholder's bank; the acquirer owes it again if the dispute is won. */
  acquirerDisputed: 'acquirer:disputed',
  /** What we owe a merchant: captures less fees and refunds. */
  merchantPayable: (merchantId: MerchantId) => `merchant:${merchantId}:payable`,
  /** What we would owe a merchant, set aside while it is disputed. */
  merchantDisputed: (merchantId: MerchantId) => `merchant:${merchantId}:disputed`,
  /** What a holder of issued cards owns and may spend. It may not go below zero. */
  holderAvailable: (accountId: string) => `holder:${accountId}:available`,
  /** What a holder owes us: debited when there was not enough to spend. It is recovered first from new money. */
  holderOwed: (accountId: string) => `holder:${accountId}:owed`,
  /** What we earned. */
  feeIncome: 'income:fees',
  /** A memo account, not money: what cardholders' banks have reserved for a merchant. It has holds only. */
  merchantAuthorized: (merchantId: MerchantId) => `merchant:${merchantId}:authorized`,
} as const

/**
 * Accounts of these names may not go below zero; they keep a locked balance (`ledger.guarded_balances`). None of
 * acquiring's does.
 */
export const isGuarded = (account: string): boolean => guardedAccountPattern.test(account)
const guardedAccountPattern = /^holder:[^:]+:available$/
