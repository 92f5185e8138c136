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
  /** Held back by acquirers, for refunds and chargebacks that may come. */
  acquirerReserve: 'acquirer:reserve',
  /** Our debt to a merchant that may be paid out: released earnings, less outflows. */
  merchantPayable: (merchantId: MerchantId) => `merchant:${merchantId}:payable`,
  /** Our debt to a merchant that is not paid out yet: earned by payments whose batch is not closed for the days of its terms. */
  merchantPending: (merchantId: MerchantId) => `merchant:${merchantId}:pending`,
  /** What we would owe a merchant, set aside while it is disputed. */
  merchantDisputed: (merchantId: MerchantId) => `merchant:${merchantId}:disputed`,
  /** What we hold back of what we owe a merchant, for refunds and chargebacks that may come. */
  merchantReserve: (merchantId: MerchantId) => `merchant:${merchantId}:reserve`,
  /** On its way to a merchant's bank account: set aside for a payout that our bank has not paid yet. */
  merchantPayout: (merchantId: MerchantId) => `merchant:${merchantId}:payout`,
  /** What we have at our own bank. */
  bankOperating: 'bank:operating',
  /** What a holder of issued cards owns and may spend. It may not go below zero. */
  holderAvailable: (accountId: string) => `holder:${accountId}:available`,
  /**
   * What a holder owes us: debited when there was not enough to spend. It is recovered first from new money, and may not
   * go below zero either.
   */
  holderOwed: (accountId: string) => `holder:${accountId}:owed`,
  /** What we owe card networks for what holders have spent. */
  networkPayable: 'network:payable',
  /** What was changed from one currency into another and not yet bought. Each currency has its own balance. */
  conversions: 'conversions',
  /** Coins at the deposit addresses of customers, at what they were credited for. */
  coinsReceived: 'topups:coins',
  /** What we lost: coins that a reorganisation has taken away after they were credited. */
  coinsLost: 'expense:coins',
  /** What card networks charge issuers for themselves. */
  networkFees: 'expense:network-fees',
  /** What acquirers keep for their work. */
  acquirerFees: 'expense:acquirer-fees',
  /** What acquirers have settled otherwise than we had booked it, after it was written off. */
  acquirerDifferences: 'expense:acquirer-differences',
  /** What banks keep for themselves of transfers that come back. */
  bankCharges: 'expense:bank-charges',
  /** What we earned. */
  feeIncome: 'income:fees',
  /** What we earned on conversions. */
  markupIncome: 'income:markup',
  /** A memo account, not money: what cardholders' banks have reserved for a merchant. It has holds only. */
  merchantAuthorized: (merchantId: MerchantId) => `merchant:${merchantId}:authorized`,
} as const

/** The accounts of our debt to a merchant, payable and pending. */
export const owedAccounts = (merchantId: MerchantId): readonly string[] => [
  accounts.merchantPayable(merchantId),
  accounts.merchantPending(merchantId),
]

/**
 * Accounts of these names may not go below zero; they keep a locked balance (`ledger.guarded_balances`). None of
 * acquiring's does.
 */
export const isGuarded = (account: string): boolean => guardedAccountPattern.test(account)
const guardedAccountPattern = /^holder:[^:]+:(?:available|owed)$/

/** What an amount of debit is for the locked balance: debts to others grow by credits, and what others owe by debits. */
export const guardedMinor = (account: string, debitMinor: bigint): bigint =>
  account.endsWith(':owed') ? debitMinor : -debitMinor
