import { type Posting, postTogether } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Books } from './books.ts'
import { holdName, type Transaction } from './transaction.ts'

/** Pays what the holder owes out of what is free after the newest hold of a transaction has ended (`recoveryOf`). */
export const recoverDebt = ({ now, books }: { now: Instant; books: Books }, of: Transaction): Write[] =>
  postTogether(now, recoveryOf(books, of, 0n))

/**
 * The posting that pays what the holder owes, for the commit that ends the newest hold of a transaction: no holder has free
 * money and a debt beside it. The books say what is held from then on; `spent` of the balance is booked by the same commit,
 * in minor units of the account. Each hold ends once, so it is the reference.
 */
export function recoveryOf(books: Books, { id, holds, accountId, currency }: Transaction, spent: bigint): Posting[] {
  const { booked, held, owed } = books.account(accountId)
  const free = booked - spent - held
  const recovered = free < owed ? free : owed
  if (recovered <= 0n) return []
  const facts = { accountId, amount: money(recovered, currency) }
  return [{ recipe: 'debtRecovered', reference: holdName(id, holds), facts }]
}
