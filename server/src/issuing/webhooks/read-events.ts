import type { PartnerId } from '#core/partners'
import type { Db } from '#kernel/db/db.ts'
import type { SafeCursor } from '#kernel/db/safe-cursor.ts'
import type { Attempt, WebhookEvent } from './event.ts'
import type { EventId } from './ids.ts'
import { refuse } from './refusals.ts'
import {
  type EventFilter,
  findEventOf,
  findNewestEventId,
  selectAttempts,
  selectEvents,
  selectEventsAfter,
} from './store.ts'

/**
 * The envelopes of a partner that follow one that it has read, oldest first; from the first one when it has read none, and
 * after `newest` those that are made from now on. `last` is where the next call begins.
 * A partner that follows them misses none, whatever was delivered.
 */
export async function followEvents(
  { db, eventCursor }: { db: Db; eventCursor: SafeCursor },
  { partnerId, after, limit }: { partnerId: PartnerId; after: EventId | 'newest' | undefined; limit: number },
): Promise<{ bodies: string[]; hasMore: boolean; last: EventId | undefined }> {
  if (after === 'newest') {
    const last = await findNewestEventId(db, { partnerId, upTo: await eventCursor() })
    return { bodies: [], hasMore: false, last }
  }
  const from = after === undefined ? 0n : (await requireEvent(db, { partnerId, eventId: after })).id
  const upTo = await eventCursor()
  const found = await selectEventsAfter(db, { partnerId, after: from, upTo }, limit + 1)
  const page = found.slice(0, limit)
  return { bodies: page.map(({ body }) => body), hasMore: found.length > limit, last: page.at(-1)?.eventId ?? after }
}

/**
 * One page of events, newest first; 500 at most. The next page is the one `before` the last number of this one.
 */
export const listEvents = (
  { db }: { db: Db },
  { limit = 50, ...filter }: EventFilter & { limit?: number | undefined },
): Promise<WebhookEvent[]> => selectEvents(db, filter, Math.min(Math.max(limit, 1), pageSizeMax))
const pageSizeMax = 500

/** One event, and every delivery that was made. */
export async function showEvent(
  { db }: { db: Db },
  requested: { partnerId: PartnerId; eventId: EventId },
): Promise<WebhookEvent & { deliveries: readonly Attempt[] }> {
  const event = await requireEvent(db, requested)
  return { ...event, deliveries: await selectAttempts(db, event.id) }
}

export async function requireEvent(
  db: Db,
  requested: { partnerId: PartnerId; eventId: EventId },
): Promise<WebhookEvent> {
  const found = await findEventOf(db, requested)
  if (!found) throw refuse('event_not_found', { eventId: requested.eventId })
  return found
}
