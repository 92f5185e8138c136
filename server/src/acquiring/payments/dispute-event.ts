import type { Selectable } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { DisputeEvent } from '#connectors/acquirer/acquirer.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'

/**
 * A piece of news of a dispute, as it was heard. It is done when it is booked or was known before; it waits while it is
 * due; and when it is neither, a person must look, because it fits nothing that we know.
 */
export type StoredDisputeEvent = Omit<DisputeEvent, 'id'> & {
  id: bigint
  eventId: string
  receivedAt: Instant
  paymentId: PaymentId | undefined
  doneAt: Instant | undefined
  /** Why a person should look, in words for them. */
  trouble: string | undefined
  seenAt: Instant | undefined
  dueAt: Instant | undefined
}

/** What becomes of a piece of news. Each part that is left out becomes empty. */
export type DisputeEventOutcome = { paymentId?: PaymentId; doneAt?: Instant; dueAt?: Instant; trouble?: string }

/** Told twice, it is kept once. */
export const planDisputeEvent = (now: Instant, { id, authorization, amount, ...told }: DisputeEvent): Write =>
  insert(
    'payments.dispute_events',
    {
      event_id: id,
      dispute: told.dispute,
      authorization_key: authorization,
      kind: told.kind,
      currency: amount.currency,
      minor: amount.minor,
      reason: told.reason,
      happened_at: told.at,
      received_at: now,
      due_at: now,
    },
    { orElse: { conflict: ['event_id'], set: [] } },
  )

/** Goes stale when somebody else has settled it meanwhile. */
export const resolveDisputeEvent = (
  { id, dueAt }: StoredDisputeEvent,
  { paymentId, doneAt, dueAt: dueNext, trouble }: DisputeEventOutcome,
): Write =>
  update('payments.dispute_events', {
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

export const markSeen = (now: Instant, { id, seenAt }: StoredDisputeEvent): Write =>
  update('payments.dispute_events', { set: { seen_at: now }, where: { id, seen_at: seenAt ?? null } })

export async function findDisputeEvent(db: Db, id: bigint): Promise<StoredDisputeEvent | undefined> {
  const row = await db.read.selectFrom('payments.dispute_events').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

/** What is still to be done of the news of one payment, in the order in which it was told. */
export async function pendingDisputeEvents(db: Db, authorization: string): Promise<StoredDisputeEvent[]> {
  const rows = await db.read
    .selectFrom('payments.dispute_events')
    .selectAll()
    .where('authorization_key', '=', authorization)
    .where('due_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/** What a person should look at and has not, oldest first; so many at the most. */
export async function disputeEventsForReview(db: Db): Promise<StoredDisputeEvent[]> {
  const rows = await db.read
    .selectFrom('payments.dispute_events')
    .selectAll()
    .where('trouble', 'is not', null)
    .where('seen_at', 'is', null)
    .orderBy('id')
    .limit(shownMax)
    .execute()
  return rows.map(fromRow)
}
const shownMax = 200

const fromRow = (row: Selectable<Schema['payments.dispute_events']>): StoredDisputeEvent => ({
  id: row.id,
  eventId: row.event_id,
  dispute: row.dispute,
  authorization: row.authorization_key,
  kind: row.kind,
  amount: money(row.minor, row.currency),
  reason: row.reason,
  at: row.happened_at,
  receivedAt: row.received_at,
  paymentId: row.payment_id ?? undefined,
  doneAt: row.done_at ?? undefined,
  trouble: row.trouble ?? undefined,
  seenAt: row.seen_at ?? undefined,
  dueAt: row.due_at ?? undefined,
})
