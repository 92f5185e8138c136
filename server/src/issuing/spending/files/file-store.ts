import { sql } from 'kysely'
import type { CardId } from '#issuing/ids'
import type { Currency } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { TransactionAction } from '../transaction-states.ts'
import { type ClearingFile, senderOf } from './file.ts'

const files = (db: Reader) =>
  db.read
    .selectFrom('spending.files')
    .select(['id', 'version', 'name', 'digest', 'row_count as rowCount', 'done'])
    .select(['cleared', 'forced', 'refunded', 'repeated', 'rejected'])
    .select(['started_by as startedBy', 'started_at as startedAt', 'finished_at as finishedAt'])

type Row = Omit<ClearingFile, 'counts'> & ClearingFile['counts']
const fileOf = ({ cleared, forced, refunded, repeated, rejected, ...row }: Row): ClearingFile => ({
  ...row,
  counts: { cleared, forced, refunded, repeated, rejected },
})

export async function findFile(db: Reader, id: bigint): Promise<ClearingFile | undefined> {
  const row = await files(db).where('id', '=', id).executeTakeFirst()
  return row && fileOf(row)
}

/** The newest run of a file with these bytes. */
export async function findFileOf(db: Reader, digest: Uint8Array): Promise<ClearingFile | undefined> {
  const row = await files(db).where('digest', '=', digest).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row && fileOf(row)
}

/** Newest first. */
export async function listFiles(db: Reader, page: { page: number; size: number }) {
  const { data, total } = await readPage(files(db).orderBy('id', 'desc'), page)
  return { data: data.map(fileOf), total }
}

/** How the message of a row was answered, and what it has changed. */
export type RowAnswer = { line: number; code: string; action: TransactionAction | null }

/** Partners are asked about authorizations alone: what was presented has its answer. */
type Answered = { code: string }

/** Of these lines of a file those that have been sent. */
export async function answersOf(
  db: Reader,
  id: bigint,
  lines: readonly number[],
): Promise<ReadonlyMap<number, RowAnswer>> {
  if (lines.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('spending.messages')
    .select(['stan', 'code', 'action'])
    .where('sender', '=', senderOf(id))
    .where('stan', 'in', lines.map(String))
    .where('class', '=', 'presentment')
    .$narrowType<Answered>()
    .execute()
  return new Map(rows.map(({ stan, code, action }) => [Number(stan), { line: Number(stan), code, action }]))
}

/** How many rows of a file were answered in each way. */
export async function countAnswers(db: Reader, id: bigint): Promise<(Omit<RowAnswer, 'line'> & { count: number })[]> {
  const rows = await db.read
    .selectFrom('spending.messages')
    .select(['code', 'action', ({ fn }) => fn.countAll<bigint>().as('count')])
    .where('sender', '=', senderOf(id))
    .where('class', '=', 'presentment')
    .groupBy(['code', 'action'])
    .$narrowType<Answered>()
    .execute()
  return rows.map(({ count, ...answer }) => ({ ...answer, count: Number(count) }))
}

/** What a file has moved in one currency of the network: it is owed what was cleared less what was refunded. */
export type Moved = { currency: Currency; cleared: bigint; refunded: bigint }

/** By currency, as `network:payable` has it: what the network has converted is in the currency of the card. */
export async function movedBy(db: Reader, id: bigint): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select currency, coalesce(sum(minor) filter (where kind = 'clearing'), 0)::bigint as cleared,
      coalesce(sum(minor) filter (where kind = 'refund'), 0)::bigint as refunded
    from (
      select p.kind, case when p.is_converted then p.merchant_currency else t.currency end as currency,
        case when p.is_converted then p.merchant_minor else p.minor end as minor
      from spending.messages m
      join spending.presentments p on p.transaction_id = m.transaction_id and p.digest = m.digest
      join spending.transactions t on t.id = p.transaction_id
      where m.sender = ${senderOf(id)} and m.class = 'presentment' and m.action is not null
    ) moved group by currency order by currency`.execute(db.read)
  return rows
}

/** By what a row names a payment: the network's id of it, or the reference of its acquirer. */
export type RowNames = { networkTransactionId: string | undefined; rrn: string | undefined; acquirerId: string }

/** The cards of the payments that the names are about: of each the network's own id counts first. */
export async function cardsOfNames(db: Reader, names: readonly RowNames[]): Promise<CardId[][]> {
  const { rows } = await sql<{ nth: number; cards: CardId[] }>`
    select k.nth::int, coalesce(n.cards, r.cards, '{}') as cards
    from unnest(${names.map(({ networkTransactionId = null }) => networkTransactionId)}::text[], ${names.map(({ rrn = null }) => rrn)}::text[],
      ${names.map(({ acquirerId }) => acquirerId)}::text[]) with ordinality as k(network_id, rrn, acquirer_id, nth)
    left join lateral (
      select array_agg(distinct card_id) as cards from spending.transactions where network_transaction_id = k.network_id) n on true
    left join lateral (
      select array_agg(distinct card_id) as cards from spending.transactions
      where rrn = k.rrn and acquirer_id = k.acquirer_id) r on true
    order by k.nth`.execute(db.read)
  return rows.map(({ cards }) => cards)
}
