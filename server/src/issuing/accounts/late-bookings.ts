import { guardedBalancesOf } from '#core/ledger'
import type { AccountId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, zero } from '#kernel/base/money.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Account, ledgerAccountOf, owedAccountOf } from './account.ts'
import { findAccountById } from './store.ts'

/** An entry of the books, by its recipe and reference. */
export type Booked = { recipe: string; reference: string }

/**
 * A booking on an account that is closed: it is made all the same, since the network or processor has moved the money, and is
 * listed for operators. Under the lock of the account; nothing for one that is open.
 */
export async function lateBooking(db: Reader, now: Instant, id: AccountId, booked: Booked): Promise<Write[]> {
  const account = await findAccountById(db, id)
  return account?.status === 'closed' ? [lateBookingWrite(now, id, booked)] : []
}

export const lateBookingWrite = (now: Instant, account_id: AccountId, booked: Booked): Write =>
  insert('accounts.late_bookings', { account_id, ...booked, booked_at: now })

/** A closed account that owes or is owed something, newest booking first. */
export type ClosedWithMoney = {
  accountId: AccountId
  holderId: Account['holderId']
  balance: Money
  owed: Money
  since: Instant
}

export async function closedWithMoney(db: Reader): Promise<ClosedWithMoney[]> {
  const rows = await db.read
    .selectFrom('accounts.late_bookings as b')
    .innerJoin('accounts.accounts as a', 'a.id', 'b.account_id')
    .select(['a.id', 'a.holder_id as holderId', 'a.currency'])
    .select(({ fn }) => fn.max('b.booked_at').as('since'))
    .groupBy(['a.id', 'a.holder_id', 'a.currency'])
    .orderBy('since', 'desc')
    .limit(listedMax)
    .execute()
  const balances = await guardedBalancesOf(
    db,
    rows.flatMap(({ id }) => [ledgerAccountOf(id), owedAccountOf(id)]),
  )
  return rows
    .map(({ id, holderId, currency, since }) => ({
      accountId: id,
      holderId,
      balance: balances.get(ledgerAccountOf(id)) ?? zero(currency),
      owed: balances.get(owedAccountOf(id)) ?? zero(currency),
      since,
    }))
    .filter(({ balance, owed }) => balance.minor !== 0n || owed.minor !== 0n)
}
const listedMax = 1_000
