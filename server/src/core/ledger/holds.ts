import { sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type HoldAction, holdStates } from './hold-states.ts'

/** Reserves money on an account. One hold per reference. */
export const hold = (now: Instant, p: { reference: string; account: string; amount: Money }): Write =>
  insert('ledger.holds', {
    reference: p.reference,
    account: p.account,
    currency: p.amount.currency,
    minor: p.amount.minor,
    status: holdStates.initial,
    held_at: now,
    ended_at: null,
  })

/** Posts all or part of a hold; the rest is released at once. Goes stale when the hold has ended already. */
export const postHold = (now: Instant, reference: string, taken: Money): Write =>
  endHold(now, reference, 'post', taken.minor)

/** Releases all that was held. Goes stale when the hold has ended already. */
export const voidHold = (now: Instant, reference: string): Write => endHold(now, reference, 'void', 0n)

function endHold(now: Instant, reference: string, action: HoldAction, postedMinor: bigint): Write {
  const [from] = holdStates.startsOf(action)
  const status = holdStates.next(from!, action)!
  return update('ledger.holds', {
    set: { status, posted_minor: postedMinor, ended_at: now },
    where: { reference, status: from! },
  })
}

/** What is held on an account at this moment. */
export async function heldOf(db: Reader, account: string, currency: Currency): Promise<Money> {
  const row = await db.read
    .selectFrom('ledger.holds')
    .select((select) => select.fn.sum<bigint | null>('minor').as('minor'))
    .where('account', '=', account)
    .where('currency', '=', currency)
    .where('status', '=', holdStates.initial)
    .executeTakeFirstOrThrow()
  return money(BigInt(row.minor ?? 0), currency)
}

/** The same of many accounts at once, by account: of each in its one currency. Where nothing is held, it is absent. */
export async function heldOnEach(db: Reader, accounts: readonly string[]): Promise<ReadonlyMap<string, Money>> {
  const rows = await db.read
    .selectFrom('ledger.holds')
    .select(['account', 'currency', (select) => select.fn.sum<bigint>('minor').as('minor')])
    .where(sql<boolean>`account = any(${accounts}::text[])`)
    .where('status', '=', holdStates.initial)
    .groupBy(['account', 'currency'])
    .execute()
  return new Map(rows.map(({ account, currency, minor }) => [account, money(BigInt(minor), currency)]))
}
