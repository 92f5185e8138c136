import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { newDelivery } from '#kernel/work/delivery.ts'
import { bodyText, type EventInput } from './event-body.ts'
import { newEventId } from './ids.ts'
import { addressOf, queueOf, type Receiver } from './schedule.ts'

/**
 * The write of an event, for the commit that makes its facts true. It is due at once if the partner has an address, and
 * is recorded in any case, so that GET /v1/events has all of them. Its body never changes.
 */
export function planEvent(
  now: Instant,
  partner: Receiver,
  { holderId, event }: { holderId: HolderId; event: EventInput },
): Write[] {
  const eventId = newEventId(now)
  const { webhookRetries: retries } = partner
  return [
    insert('webhooks.events', {
      partner_id: partner.id,
      holder_id: holderId,
      event_id: eventId,
      event_type: event.type,
      body: bodyText(eventId, holderId, event),
      retries,
      ...newDelivery(queueOf(retries), now),
      ...(addressOf(partner) === undefined && { status: 'unsent', due_at: null }),
    }),
  ]
}
