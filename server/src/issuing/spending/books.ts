import { guardedBalancesOf } from '#core/ledger'
import { ledgerAccountOf, owedAccountOf } from '#issuing/accounts'
import { type Card, earlierCardsOf } from '#issuing/cards'
import type { AccountId, CardId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { WithCard } from './incoming.ts'
import { type AccountSums, type CardSums, dayOf, sumsOn, together } from './sums.ts'

/**
 * The sums of some accounts and cards while they are locked. Decisions change them here, one after the other, and they are
 * written once.
 */
export type Books = {
  /** The day of the decisions. */
  day: Temporal.PlainDate
  account(id: AccountId): AccountSums
  card(id: CardId): CardSums
  /** The sums that a limit counts: of the card, and of those that it replaces, one after the other. */
  spent(id: CardId): CardSums
  setHeld(id: AccountId, held: bigint): void
  setCard(id: CardId, sums: CardSums): void
  /** The writes of what has changed. */
  writes(): Write[]
}

/** For use under the locks of the accounts. */
export const openBooks = async (db: Reader, now: Instant, cards: readonly CardOfAccount[]): Promise<Books> =>
  booksOf(now, await readSums(db, cards))

/** The cards whose sums a message may change. They are of one account. */
export const lineOf = ({ card, line }: Pick<WithCard, 'card' | 'line'>): CardOfAccount[] =>
  line.map((id) => ({ id, accountId: card.accountId, ...(id === card.id && { replaces: card.replaces }) }))

/** Only what is judged by limits needs to know which card it replaces. */
type CardOfAccount = Pick<Card, 'id' | 'accountId'> & Partial<Pick<Card, 'replaces'>>
/** As they were written, each of the day of its last change. */
type Sums = {
  accounts: ReadonlyMap<AccountId, AccountSums>
  cards: ReadonlyMap<CardId, CardSums | undefined>
  /** The cards that a card replaces, and those that these do. */
  earlier: ReadonlyMap<CardId, readonly CardId[]>
}

export async function readSums(db: Reader, asked: readonly CardOfAccount[]): Promise<Sums> {
  const earlier = await earlierCardsOf(
    db,
    asked.flatMap(({ id, replaces }) => (replaces ? [id] : [])),
  )
  const cards = asked.flatMap(({ id, accountId }) =>
    [id, ...(earlier.get(id) ?? [])].map((one) => ({ id: one, accountId })),
  )
  const accounts = [...new Set(cards.map(({ accountId }) => accountId))]
  const names = accounts.flatMap((id) => [ledgerAccountOf(id), owedAccountOf(id)])
  const [balances, rows] = await Promise.all([guardedBalancesOf(db, names), totalsOf(db, cards)])
  const sumsOf = ({ accountId, held }: TotalsRow): AccountSums => ({
    booked: balances.get(ledgerAccountOf(accountId))?.minor ?? 0n,
    owed: balances.get(owedAccountOf(accountId))?.minor ?? 0n,
    held: held ?? 0n,
  })
  return {
    accounts: new Map(rows.map((row) => [row.accountId, sumsOf(row)])),
    cards: new Map(rows.map((row) => [row.cardId, cardSumsOf(row)])),
    earlier,
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
    spent: (id) => (read.earlier.get(id) ?? []).reduce((sum, one) => together(sum, sums.get(one)!), sums.get(id)!),
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

/** Of a card and its account; nothing where nothing was spent yet. */
type TotalsRow = { cardId: CardId; accountId: AccountId; held: bigint | null } & (
  | { asOf: null }
  | (Omit<CardSums, 'recent'> & { recent: readonly string[] })
)

async function totalsOf(db: Reader, cards: readonly CardOfAccount[]): Promise<TotalsRow[]> {
  const each = [...new Map(cards.map((card) => [card.id, card])).values()]
  const rows = await db.run(
    `select k.card_id as "cardId", k.account_id as "accountId", a.held_minor as held, c.as_of as "asOf",
       c.day_minor as day, c.week_minor as week, c.month_minor as month, c.year_minor as year, c.total_minor as total,
       array(select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from unnest(c.recent) with ordinality as r(at, n) order by n) as recent
     from unnest($1::uuid[], $2::uuid[]) as k(card_id, account_id)
       left join spending.account_totals a on a.account_id = k.account_id
       left join spending.card_totals c on c.card_id = k.card_id`,
    [each.map(({ id }) => id), each.map(({ accountId }) => accountId)],
  )
  return rows as TotalsRow[]
}

function cardSumsOf(row: TotalsRow): CardSums | undefined {
  if (row.asOf === null) return undefined
  const { asOf, day, week, month, year, total, recent } = row
  return { asOf, day, week, month, year, total, recent: recent.map((text) => Temporal.Instant.from(text)) }
}
