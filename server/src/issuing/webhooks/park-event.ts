import { type Author, auditEntry } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { updateMessage } from '#kernel/work/delivery.ts'
import type { WebhooksContext } from './context.ts'
import { requireWaiting } from './event-actions.ts'
import type { EventId } from './ids.ts'
import { requireEvent } from './read-events.ts'
import { queueOf } from './schedule.ts'

type Parked = {
  by: Author
  partnerId: PartnerId
  eventId: EventId
  once?: ((eventId: string) => Write[]) | undefined
}

/** Stops the deliveries of an event that is waiting. It stays in GET /v1/events, and can be sent again. */
export const parkEvent = (ctx: WebhooksContext, { by, partnerId, eventId, once }: Parked): Promise<void> =>
  decide(async () => {
    const event = await requireEvent(ctx.db, { partnerId, eventId })
    requireWaiting(event)
    const { id, version, retries } = event
    const now = ctx.clock.now()
    const parked = { status: 'parked', due_at: null, leased_until: null, version: version + 1 }
    const writes = [
      updateMessage(queueOf(retries), { set: parked, where: { id, version } }),
      auditEntry(now, by, {
        action: 'webhookParked',
        owner: partnerOwner(partnerId),
        subject: { type: 'webhook', id: eventId },
      }),
      ...(once?.(eventId) ?? []),
    ]
    await commit(ctx, now, writes, 'park-event')
  })
