import type { Instant } from '#kernel/base/clock.ts'
import { type Money, money } from '#kernel/base/money.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { DisputeEvent, DisputePage, DisputeReason } from '../port.ts'
import type { OnUsContext } from './context.ts'
import { touched } from './record.ts'
import { findMessage, storyOf } from './store.ts'

/** A chargeback, as the issuer raises it. */
export type RaisedDispute = {
  /** Of the issuer. */
  disputeId: string
  /** The presentment by which the disputed money was moved. */
  presentmentId: string
  /** As the merchant was paid. */
  amount: Money
  reason: DisputeReason
}

/**
 * Reports a chargeback to the merchant's side, for the commit by which the issuer raises it. Undefined: no payment of this
 * connector has that presentment. A refund of the same moment is decided again, since the disputed money is gone.
 */
export async function planDisputeOpened(db: Reader, now: Instant, raised: RaisedDispute): Promise<Write[] | undefined> {
  const { disputeId, presentmentId, amount, reason } = raised
  const message = isKey(presentmentId) ? await findMessage(db, presentmentId) : undefined
  if (!message) return undefined
  return planEvent(db, { disputeId, authorization: message.authorization, kind: 'opened', amount, reason, at: now })
}

/** Reports how a chargeback was decided, for the merchant; nothing, when it was not raised here. */
export async function planDisputeDecided(
  db: Reader,
  now: Instant,
  { disputeId, kind }: { disputeId: string; kind: 'won' | 'lost' },
): Promise<Write[]> {
  const row = await events(db).where('dispute_id', '=', disputeId).where('kind', '=', 'opened').executeTakeFirst()
  return row ? planEvent(db, { ...eventOf(row), disputeId, kind, at: now }) : []
}

type NewEvent = Pick<DisputeEvent, 'authorization' | 'kind' | 'amount' | 'reason' | 'at'> & { disputeId: string }

/**
 * Events have the numbers 1, 2, 3 … in the order of their commits: of two at once one is stale, so that a reader of the list
 * never passes one that is still to be committed.
 */
async function planEvent(db: Reader, event: NewEvent): Promise<Write[]> {
  const { disputeId, authorization, kind, amount, reason, at } = event
  const [{ last }, story] = await Promise.all([lastNumber(db), storyOf(db, authorization)])
  const row = {
    number: (last ?? 0n) + 1n,
    dispute_id: disputeId,
    authorization_key: authorization,
    kind,
    minor: amount.minor,
    currency: amount.currency,
    reason,
    happened_at: at,
  }
  return [insert('onus.dispute_events', row, { onDuplicate: { place_in_list: 'stale' } }), ...touched(story)]
}

const lastNumber = (db: Reader) =>
  db.read
    .selectFrom('onus.dispute_events')
    .select(({ fn }) => fn.max<bigint | null>('number').as('last'))
    .executeTakeFirstOrThrow()

/** The events behind a place, which is the number of the last one before them. */
export async function disputesSince({ db }: Pick<OnUsContext, 'db'>, place: string | undefined): Promise<DisputePage> {
  const after = /^\d{1,18}$/.test(place ?? '') ? BigInt(place!) : 0n
  const rows = await events(db).where('number', '>', after).orderBy('number').limit(perPage).execute()
  return { events: rows.map(eventOf), place: String(rows.at(-1)?.number ?? after) }
}
const perPage = 100

/** What of an authorization is charged back, in disputes that are open or lost for the merchant. */
export async function disputedOf(db: Reader, authorization: string): Promise<bigint> {
  const rows = await events(db).where('authorization_key', '=', authorization).execute()
  return rows.reduce((sum, { kind, minor }) => sum + (kind === 'opened' ? minor : kind === 'won' ? -minor : 0n), 0n)
}

const events = (db: Reader) =>
  db.read
    .selectFrom('onus.dispute_events')
    .select(['number', 'dispute_id', 'authorization_key', 'kind', 'minor', 'currency', 'reason', 'happened_at'])

type Row = Awaited<ReturnType<ReturnType<typeof events>['execute']>>[number]

const eventOf = (row: Row): DisputeEvent => ({
  id: `onus-${row.number}`,
  dispute: row.dispute_id,
  authorization: row.authorization_key,
  kind: row.kind,
  amount: money(row.minor, row.currency),
  reason: row.reason,
  at: row.happened_at,
})

const isKey = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
