import type { Selectable } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { DisputeEvent } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import { insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'

/**
 * An event of a dispute, as the acquirer reported it. It is done when it is applied or was known before; it waits while
 * it is due; if it is neither, an operator must review it, because it does not fit our records.
 */
export type StoredDisputeEvent = Omit<DisputeEvent, 'id'> & {
  id: bigint
  connector: ConnectorId
  eventId: string
  receivedAt: Instant
  paymentId: PaymentId | undefined
  doneAt: Instant | undefined
  /** Why an operator must review it, as text for them. */
  trouble: string | undefined
  seenAt: Instant | undefined
  dueAt: Instant | undefined
}

/** What an event led to. Each part that is left out becomes empty. */
export type DisputeEventOutcome = { paymentId?: PaymentId; doneAt?: Instant; dueAt?: Instant; trouble?: string }

/**
 * The events of a page, as one list: their ids keep the order in which the connector listed them. An event that it
 * repeats is stored once.
 */
export const planDisputeEvents = (now: Instant, connector: ConnectorId, events: readonly DisputeEvent[]): Write[] =>
  events.length === 0
    ? []
    : [
        insert(
          'disputes.events',
          events.map((event) => rowOf(now, connector, event)),
          { orElse: { conflict: ['connector', 'event_id'], set: [] } },
        ),
      ]

const rowOf = (now: Instant, connector: ConnectorId, { id, authorization, amount, ...event }: DisputeEvent) => ({
  connector,
  event_id: id,
  dispute: event.dispute,
  authorization_key: authorization,
  kind: event.kind,
  currency: amount.currency,
  minor: amount.minor,
  reason: event.reason,
  happened_at: event.at,
  received_at: now,
  respond_by: event.respondBy ?? null,
  due_at: now,
})

/** Goes stale when another process has resolved it meanwhile. */
export const resolveDisputeEvent = (
  { id, dueAt }: StoredDisputeEvent,
  { paymentId, doneAt, dueAt: dueNext, trouble }: DisputeEventOutcome,
): Write =>
  update('disputes.events', {
    set: {
      payment_id: paymentId ?? null,
      done_at: doneAt ?? null,
      due_at: dueNext ?? null,
      trouble: trouble ?? null,
      seen_at: null,
      leased_until: null,
    },
    where: { id, done_at: null, due_at: dueAt ?? null },
  })

/** What is behind an event that waits is due when that one is. */
export const postpone = ({ id, dueAt }: StoredDisputeEvent, until: Instant): Write =>
  update('disputes.events', { set: { due_at: until }, where: { id, due_at: dueAt ?? null } })

export const markSeen = (now: Instant, { id, seenAt }: StoredDisputeEvent): Write =>
  update('disputes.events', { set: { seen_at: now }, where: { id, seen_at: seenAt ?? null } })

export async function findDisputeEvent(db: Db, id: bigint): Promise<StoredDisputeEvent | undefined> {
  const found = await db.read.selectFrom('disputes.events').selectAll().where('id', '=', id).executeTakeFirst()
  const row = await genuineRow(db, 'disputes.events', found)
  return row && fromRow(row)
}

/**
 * The events of one payment that are still to be applied, in the order in which the acquirer reported them. Apart from them
 * those that the program did not make, or that were changed by hand.
 */
export async function pendingDisputeEvents(
  db: Db,
  authorization: string,
): Promise<{ pending: StoredDisputeEvent[]; madeByHand: StoredDisputeEvent[] }> {
  const rows = await db.read
    .selectFrom('disputes.events')
    .selectAll()
    .where('authorization_key', '=', authorization)
    .where('due_at', 'is not', null)
    .orderBy('id')
    .execute()
  const good = await genuine(db, 'disputes.events', rows)
  return { pending: good.map(fromRow), madeByHand: rows.filter((row) => !good.includes(row)).map(fromRow) }
}

/** Everything that a connector has reported of the disputes of one payment, oldest first. */
export async function disputeEventsOf(db: Db, authorization: string): Promise<StoredDisputeEvent[]> {
  const rows = await db.read
    .selectFrom('disputes.events')
    .selectAll()
    .where('authorization_key', '=', authorization)
    .orderBy('id')
    .execute()
  return (await genuine(db, 'disputes.events', rows)).map(fromRow)
}

/** The events that an operator must review and has not, oldest first, at most `reviewMax`. */
export async function disputeEventsForReview(db: Db): Promise<StoredDisputeEvent[]> {
  const rows = await db.read
    .selectFrom('disputes.events')
    .selectAll()
    .where('trouble', 'is not', null)
    .where('seen_at', 'is', null)
    .orderBy('id')
    .limit(reviewMax)
    .execute()
  return rows.map(fromRow)
}
const reviewMax = 200

const fromRow = (row: Selectable<Schema['disputes.events']>): StoredDisputeEvent => ({
  id: row.id,
  connector: row.connector,
  eventId: row.event_id,
  dispute: row.dispute,
  authorization: row.authorization_key,
  kind: row.kind,
  amount: money(row.minor, row.currency),
  reason: row.reason,
  at: row.happened_at,
  receivedAt: row.received_at,
  respondBy: row.respond_by ?? undefined,
  paymentId: row.payment_id ?? undefined,
  doneAt: row.done_at ?? undefined,
  trouble: row.trouble ?? undefined,
  seenAt: row.seen_at ?? undefined,
  dueAt: row.due_at ?? undefined,
})
