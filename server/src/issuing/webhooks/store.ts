import { sql } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import type { Attempt, EventStatus, WebhookEvent } from './event.ts'
import type { EventType } from './event-body.ts'
import type { EventId, EventNumber } from './ids.ts'

const columns = [
  'id',
  'partner_id as partnerId',
  'holder_id as holderId',
  'event_id as eventId',
  'event_type as eventType',
  'body',
  'retries',
  'status',
  'attempts',
  'tries_left as triesLeft',
  'created_at as createdAt',
  'delivered_at as deliveredAt',
  'due_at as dueAt',
  'version',
] as const

/** What its delivery needs of an event. */
export type EventToSend = Omit<
  WebhookEvent,
  'holderId' | 'eventId' | 'eventType' | 'createdAt' | 'deliveredAt' | 'dueAt'
>
const columnsToSend = [
  'id',
  'partner_id as partnerId',
  'body',
  'retries',
  'status',
  'attempts',
  'tries_left as triesLeft',
  'version',
] as const

/** The same columns in SQL, for a claim that returns what it claims. */
export const claimedColumns = columnsToSend.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(', ')

/** For the delivery only: it acts for no partner in particular. */
export const findEvent = loaderByKey(async (db: Db, ids: readonly EventNumber[]) => {
  const rows: EventToSend[] = await db.read
    .selectFrom('webhooks.events')
    .select(columnsToSend)
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
})

export const findEventOf = (
  db: Db,
  { partnerId, eventId }: { partnerId: PartnerId; eventId: EventId },
): Promise<WebhookEvent | undefined> =>
  db.read
    .selectFrom('webhooks.events')
    .select(columns)
    .where('event_id', '=', eventId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()

export const findNewestEventId = async (
  db: Db,
  { partnerId, upTo }: { partnerId: PartnerId; upTo: bigint },
): Promise<EventId | undefined> =>
  (
    await db.read
      .selectFrom('webhooks.events')
      .select('event_id as eventId')
      .where('partner_id', '=', partnerId)
      .where('id', '<=', upTo as EventNumber)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.eventId

export const eventsById = async (db: Db, ids: readonly EventNumber[]): Promise<WebhookEvent[]> =>
  ids.length === 0
    ? []
    : db.read
        .selectFrom('webhooks.events')
        .select(columns)
        .where('id', 'in', [...ids])
        .execute()

export type EventFilter = {
  partnerId: PartnerId
  status?: EventStatus | undefined
  eventType?: EventType | undefined
  /** Only those with a smaller number: the last of the page before. */
  before?: EventNumber | undefined
}

/** Newest first. */
export const selectEvents = (
  db: Db,
  { partnerId, status, eventType, before }: EventFilter,
  limit: number,
): Promise<WebhookEvent[]> =>
  db.read
    .selectFrom('webhooks.events')
    .select(columns)
    .where('partner_id', '=', partnerId)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(eventType !== undefined, (query) => query.where('event_type', '=', eventType!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Oldest first: those after one, and none above `upTo`. */
export const selectEventsAfter = (
  db: Db,
  { partnerId, after, upTo }: { partnerId: PartnerId; after: bigint; upTo: bigint },
  limit: number,
): Promise<{ eventId: EventId; body: string }[]> =>
  db.read
    .selectFrom('webhooks.events')
    .select(['event_id as eventId', 'body'])
    .where('partner_id', '=', partnerId)
    .where('id', '>', after as EventNumber)
    .where('id', '<=', upTo as EventNumber)
    .orderBy('id')
    .limit(limit)
    .execute()

export const selectAttempts = (db: Db, id: EventNumber): Promise<Attempt[]> =>
  db.read
    .selectFrom('webhooks.attempts')
    .select([
      'attempt',
      'delivery_id as deliveryId',
      'url',
      'outcome',
      'http_status as httpStatus',
      'reply',
      'took_ms as tookMs',
      'attempted_at as attemptedAt',
    ])
    .where('event', '=', id)
    .orderBy('attempt')
    .execute()

/** Oldest first. */
export async function selectIdsToReplay(
  db: Db,
  {
    partnerId,
    statuses,
    since,
    after,
    limit,
  }: {
    partnerId: PartnerId
    statuses: readonly EventStatus[]
    since: Instant | undefined
    after: EventNumber
    limit: number
  },
): Promise<EventNumber[]> {
  const rows = await db.read
    .selectFrom('webhooks.events')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('status', 'in', statuses)
    .where('id', '>', after)
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
