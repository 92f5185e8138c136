import { guardedBalancesOf } from '#core/ledger'
import { ledgerAccountOf, owedAccountOf } from '#issuing/accounts'
import type { Card } from '#issuing/cards'
import type { AccountId, CardId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type AccountSums, type CardSums, dayOf, sumsOn } from './sums.ts'

/**
 * The sums of some accounts and cards while they are locked. Decisions change them here, one after the other, and they are
 * written once.
 */
export type Books = {
  /** The day of the decisions. */
  day: Temporal.PlainDate
  account(id: AccountId): AccountSums
  card(id: CardId): CardSums
  setHeld(id: AccountId, held: bigint): void
  setCard(id: CardId, sums: CardSums): void
  /** The writes of what has changed. */
  writes(): Write[]
}

/** For use under the locks of the accounts. */
export const openBooks = async (db: Reader, now: Instant, cards: readonly CardOfAccount[]): Promise<Books> =>
  booksOf(now, await readSums(db, cards))

type CardOfAccount = Pick<Card, 'id' | 'accountId'>
/** As they were written, each of the day of its last change. */
type Sums = { accounts: ReadonlyMap<AccountId, AccountSums>; cards: ReadonlyMap<CardId, CardSums | undefined> }

export async function readSums(db: Reader, cards: readonly CardOfAccount[]): Promise<Sums> {
  const accountIds = [...new Set(cards.map(({ accountId }) => accountId))]
  const cardIds = [...new Set(cards.map(({ id }) => id))]
  const names = accountIds.flatMap((id) => [ledgerAccountOf(id), owedAccountOf(id)])
  const [balances, held, kept] = await Promise.all([
    guardedBalancesOf(db, names),
    heldOfAccounts(db, accountIds),
    sumsOfCards(db, cardIds),
  ])
  const sumsOf = (id: AccountId): AccountSums => ({
    booked: balances.get(ledgerAccountOf(id))?.minor ?? 0n,
    owed: balances.get(owedAccountOf(id))?.minor ?? 0n,
    held: held.get(id) ?? 0n,
  })
  return {
    accounts: new Map(accountIds.map((id) => [id, sumsOf(id)])),
    cards: new Map(cardIds.map((id) => [id, kept.get(id)])),
  }
}

export function booksOf(now: Instant, read: Sums): Books {
  const day = dayOf(now)
  const accounts = new Map(read.accounts)
  const sums = new Map([...read.cards].map(([id, kept]) => [id, sumsOn(day, kept)] as const))
  const changed = { accounts: new Set<AccountId>(), cards: new Set<CardId>() }
  return {
    day,
    account: (id) => accounts.get(id)!,
    card: (id) => sums.get(id)!,
    setHeld: (id, minor) => {
      accounts.set(id, { ...accounts.get(id)!, held: minor })
      changed.accounts.add(id)
    },
    setCard: (id, next) => {
      sums.set(id, next)
      changed.cards.add(id)
    },
    writes: () => [
      ...[...changed.accounts].map((id) => accountWrite(id, accounts.get(id)!)),
      ...[...changed.cards].map((id) => cardWrite(id, sums.get(id)!)),
    ],
  }
}

const accountWrite = (account_id: AccountId, { held }: AccountSums): Write =>
  insert(
    'spending.account_totals',
    { account_id, held_minor: held },
    { orElse: { conflict: ['account_id'], set: ['held_minor'] } },
  )

const cardWrite = (card_id: CardId, { asOf, day, week, month, year, total, recent }: CardSums): Write =>
  insert(
    'spending.card_totals',
    {
      card_id,
      as_of: asOf,
      day_minor: day,
      week_minor: week,
      month_minor: month,
      year_minor: year,
      total_minor: total,
      recent,
    },
    {
      orElse: {
        conflict: ['card_id'],
        set: ['as_of', 'day_minor', 'week_minor', 'month_minor', 'year_minor', 'total_minor', 'recent'],
      },
    },
  )

async function heldOfAccounts(db: Reader, ids: readonly AccountId[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.run(
    'select account_id as id, held_minor as held from spending.account_totals where account_id = any($1)',
    [ids],
  )
  return new Map((rows as { id: string; held: bigint }[]).map(({ id, held }) => [id, held]))
}

type CardRow = Omit<CardSums, 'recent'> & { id: string; recent: readonly string[] }

async function sumsOfCards(db: Reader, ids: readonly CardId[]): Promise<ReadonlyMap<string, CardSums>> {
  const rows = await db.run(
    `select card_id as id, as_of as "asOf", day_minor as day, week_minor as week, month_minor as month,
       year_minor as year, total_minor as total,
       array(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from unnest(recent) with ordinality as r(at, n) order by n) as recent
     from spending.card_totals where card_id = any($1)`,
    [ids],
  )
  return new Map(
    (rows as CardRow[]).map(({ id, recent, ...sums }) => [
      id,
      { ...sums, recent: recent.map((text) => Temporal.Instant.from(text)) },
    ]),
  )
}
