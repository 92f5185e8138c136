import { sql } from 'kysely'
import type { TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { answerOf } from './asking/question-store.ts'
import { lessOf, partOf } from './billed.ts'
import { type IncrementLeft, incrementLeft, type Since } from './increment-left.ts'
import { type DatedKey, keyText, type MessageClass } from './message-key.ts'
import type { Answer } from './outcome.ts'
import type { StoredResponse } from './stored-response.ts'
import { type Added, dayOf } from './sums.ts'
import type { Transaction } from './transaction.ts'
import type { TransactionAction } from './transaction-states.ts'

/** A message that was here before, and how it was answered. */
export type KnownMessage = { digest: Uint8Array; response: Answer }

type Keyed = { key: DatedKey; class: MessageClass }

/**
 * Of these keys those that were used, by `keyText`. A late decline (`record-late-decline.ts`) is the answer, whatever the
 * message has come to.
 */
export async function knownMessages(db: Reader, keys: readonly Keyed[]): Promise<ReadonlyMap<string, KnownMessage>> {
  const rows = await db.run(
    `select sender, stan, sent_at as "sentAt", class, coalesce(l.digest, m.digest) as digest, coalesce(l.code, m.code) as code,
       case when l.id is null then m.response else '{}' end as response, m.transaction_id as "transactionId"
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) as k(sender, stan, sent_at, class)
     left join spending.messages m using (sender, stan, sent_at, class)
     left join spending.late_declines l using (sender, stan, sent_at, class)
     where m.id is not null or l.id is not null`,
    [
      keys.map(({ key }) => key.sender),
      keys.map(({ key }) => key.stan),
      keys.map(({ key }) => key.sentAt.toString()),
      keys.map((keyed) => keyed.class),
    ],
  )
  return new Map(
    (rows as Row[]).map(({ digest, code, response, transactionId, ...row }) => [
      keyText(row, row.class),
      { digest, response: answerOf({ code, transactionId, response }) },
    ]),
  )
}
type Row = DatedKey & {
  class: MessageClass
  digest: Uint8Array
  code: string | null
  response: StoredResponse
  transactionId: TransactionId | null
}

/** The increments of a transaction, oldest first. One that was never added to, as nearly all, is not looked at. */
export async function findAdded(db: Reader, { id, holds, forced }: Transaction): Promise<Added[]> {
  if (holds === 0 || (holds === 1 && !forced)) return []
  const { rows } = await sql<{ id: bigint; at: Instant; minor: bigint }>`
    select m.id, m.received_at as at, greatest(0, coalesce(a.billed_minor, m.billed_minor) - r.taken)::bigint as minor
    from spending.messages m left join lateral (${realAmount}) a on true cross join lateral (${takenOff}) r
    where m.transaction_id = ${id} and m.action = 'increase' order by m.id limit ${addedMax}`.execute(db.read)
  return rows.map(({ at, ...row }) => ({ ...row, on: dayOf(at) }))
}
const addedMax = 10_000

const names = (one: string, other: string) =>
  sql.raw(
    `(${one}.original_sender, ${one}.original_stan, ${one}.original_sent_at) = (${other}.sender, ${other}.stan, ${other}.sent_at)`,
  )

/** The last advice since the increment `m` that says its real amount. */
const realAmount = sql`
  select a.id, a.billed_minor from spending.messages a where a.transaction_id = m.transaction_id and a.kind = 'advice'
    and a.action = 'replace' and a.id > m.id and ${names('a', 'm')} order by a.id desc limit 1`

/** The sum that reversals and the partner have taken off the message `m`, since the advice `a` of its real amount if there is one. */
const takenOff = sql`
  select coalesce(sum(r.billed_minor), 0) as taken
  from spending.messages r where r.transaction_id = m.transaction_id and r.kind in ('reversal', 'partner')
    and r.action is not null and ${names('r', 'm')} and r.id > coalesce(a.id, m.id)`

/** A request that has joined the first part of its clearing holds the rest, and is no increment. */
const isIncrement = (one: 'i' | 'm') => sql`${sql.raw(one)}.action = 'increase'
  and (coalesce(${sql.raw(one)}.original_stan, ${sql.raw(one)}.original_rrn, ${sql.raw(one)}.original_network_transaction_id) is not null
    or not exists (select from spending.messages e
      where e.transaction_id = ${sql.raw(one)}.transaction_id and e.id < ${sql.raw(one)}.id and ${names('e', one)}))`

/** What the message with this key has done to a transaction. */
export type Named = {
  id: bigint
  /** Null: nothing. */
  action: TransactionAction | null
  /** Null: it waits for a partner. */
  code: string | null
  minor: bigint
  /** It has joined what others have made that named it before. */
  hasJoined: boolean
  /** It has added to an approval. */
  isIncrement: boolean
} & IncrementLeft

export async function findNamed(
  db: Reader,
  id: TransactionId,
  { key: { sender, stan, sentAt }, class: messageClass }: Keyed,
): Promise<Named | undefined> {
  const { rows } = await sql<Omit<Named, keyof IncrementLeft>>`
    select m.id, m.action, m.code, coalesce(m.billed_minor, 0)::bigint as minor, (${isIncrement('m')}) as "isIncrement",
      exists (select from spending.messages e where e.transaction_id = m.transaction_id and e.id < m.id and ${names('e', 'm')}) as "hasJoined"
    from spending.messages m
    where sender = ${sender} and stan = ${stan} and sent_at = ${sentAt.toString()}::timestamptz and class = ${messageClass}
      and transaction_id = ${id}`.execute(db.read)
  const [named] = rows
  if (!named) return undefined
  if (!named.isIncrement) return { ...named, isReplaced: false, left: named.minor }
  return { ...named, ...incrementLeft(await changesSince(db, id, named.id)) }
}

async function changesSince(db: Reader, id: TransactionId, increment: bigint): Promise<Since[]> {
  const { rows } = await sql<Since>`
    select m.id, m.kind, m.action, m.billed_minor as billed, m.authorized_minor as authorized,
      (select i.id from spending.messages i where i.transaction_id = m.transaction_id and ${isIncrement('i')} and ${names('m', 'i')}
       order by i.id desc limit 1) as increment
    from spending.messages m where m.transaction_id = ${id} and m.id >= ${increment} and m.action is not null
    order by m.id limit ${addedMax}`.execute(db.read)
  return rows
}

/** What requests were approved for that have joined a transaction, and hold nothing by themselves. */
export async function joinedOf(db: Reader, id: TransactionId): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(billed_minor), 0)::bigint as minor from spending.messages
    where transaction_id = ${id} and kind = 'authorization' and action is null and code in ('00', '10')`.execute(
    db.read,
  )
  return rows[0]!.minor
}

/** Whether a reversal has ended what was held of a transaction, or has come before its request and found nothing held. */
export async function isReleased(db: Reader, id: TransactionId): Promise<boolean> {
  const { rows } = await sql`
    select from spending.messages where transaction_id = ${id} and kind = 'reversal'
      and (held_minor = 0 or action is null and before_original)
    limit 1`.execute(db.read)
  return rows.length > 0
}

/** In the currency of the card, and in the merchant's. */
export type Posted = { minor: bigint; merchantMinor: bigint }

/**
 * What a single message has booked, less what its reversals have moved back, and what clearings have said of it without
 * booking it again. Whatever was presented besides is not of it, nor is what the presentment `but` has said.
 */
export async function findPosted(db: Reader, id: TransactionId, but?: Uint8Array): Promise<Posted> {
  const { rows } = await sql<Posted & { settled: bigint }>`
    select coalesce(sum(p.minor * s.sign), 0)::bigint as minor,
      coalesce(sum(p.merchant_minor * s.sign), 0)::bigint as "merchantMinor",
      (select coalesce(sum(c.minor), 0) from (
        select max(billed_minor) - coalesce((select sum(b.minor) from spending.presentments b
          where b.transaction_id = ${id} and b.digest = said.digest and b.kind = 'clearing'), 0) as minor
        from spending.messages said where transaction_id = ${id} and kind = 'clearing' and code = '00' and digest is distinct from ${but ?? null}
        group by digest) c)::bigint as settled
    from spending.presentments p join spending.messages m on m.transaction_id = p.transaction_id and m.action = 'post'
    join spending.messages of on of.transaction_id = p.transaction_id and of.digest = p.digest and of.action is not null
    cross join lateral (select case of.kind when 'reversal' then -1 else 1 end as sign) s
    where p.transaction_id = ${id} and (of.kind = 'reversal' or of.id = m.id)`.execute(db.read)
  const { minor, merchantMinor, settled } = rows[0]!
  const left = lessOf(minor, settled)
  return { minor: left, merchantMinor: partOf(minor, left, merchantMinor) }
}

/** The numbers of the parts of its clearing that have come, and of how many. */
export async function findParts(db: Reader, id: TransactionId): Promise<{ numbers: ReadonlySet<number>; of: number }> {
  const rows = await db.read
    .selectFrom('spending.presentments')
    .select(['sequence_number as number', 'sequence_of as of'])
    .where('transaction_id', '=', id)
    .where('kind', '=', 'clearing')
    .where('sequence_number', 'is not', null)
    .execute()
  return { numbers: new Set(rows.map(({ number }) => number!)), of: Math.max(0, ...rows.map(({ of }) => of!)) }
}

/** A presentment that was booked before: which card and amount it was for. */
export async function findPresentment(
  db: Reader,
  { acquirerId, presentmentId, kind }: { acquirerId: string; presentmentId: string; kind: 'clearing' | 'refund' },
): Promise<{ transactionId: TransactionId; cardId: string; digest: Uint8Array; merchant: Money } | undefined> {
  const row = await db.read
    .selectFrom('spending.presentments as p')
    .innerJoin('spending.transactions as t', 't.id', 'p.transaction_id')
    .select(['p.transaction_id as transactionId', 't.card_id as cardId', 'p.digest'])
    .select(['p.merchant_minor as minor', 'p.merchant_currency as currency'])
    .where('p.acquirer_id', '=', acquirerId)
    .where('p.presentment_id', '=', presentmentId)
    .where('p.kind', '=', kind)
    .executeTakeFirst()
  if (!row) return undefined
  const { minor, currency, ...rest } = row
  return { ...rest, merchant: money(minor, currency) }
}
