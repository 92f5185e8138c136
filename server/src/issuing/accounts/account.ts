import { accounts } from '#core/ledger'
import type { AccountId, HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency, Money } from '#kernel/base/money.ts'

/** A holder's account in one currency. */
export type Account = {
  id: AccountId
  version: number
  holderId: HolderId
  currency: Currency
  status: AccountStatus
  createdAt: Instant
  closedAt: Instant | undefined
}
export const accountStatuses = ['active', 'closed'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/**
 * What the books say: the balance, which is below zero when the holder owes us, what is held for card transactions, and
 * what is left to spend.
 */
export type Funds = { balance: Money; held: Money; available: Money }

/** Its name in the ledger. It may not go below zero. */
export const ledgerAccountOf = (id: AccountId): string => accounts.holderAvailable(id)
export const owedAccountOf = (id: AccountId): string => accounts.holderOwed(id)
