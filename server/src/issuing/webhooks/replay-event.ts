import { type Author, auditEntry } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { redeliver, redeliverParked } from '#kernel/work/redelivery.ts'
import type { WebhooksContext } from './context.ts'
import type { EventStatus } from './event.ts'
import { requireSent } from './event-actions.ts'
import type { EventId, EventNumber } from './ids.ts'
import { requireEvent } from './read-events.ts'
import { queueOf, receiverOf } from './schedule.ts'
import { selectIdsToReplay } from './store.ts'

/** Without `by` it is the partner itself, whose affair it is: only what others do is audited. */
type Replay = { by?: Author | undefined; partnerId: PartnerId }
type One = Replay & { eventId: EventId; once?: ((eventId: string) => Write[]) | undefined }
type Many = Replay & {
  since?: Instant | undefined
  delivered?: boolean
  alongside?: (first: number) => readonly Write[]
}

/**
 * Sends an event again that was parked, delivered or never sent: the same id and bytes, from the beginning of the
 * schedule that the partner has now. Refuses one that is still waiting, and a partner without an address.
 */
export const replayEvent = (ctx: WebhooksContext, { by, partnerId, eventId, once }: One): Promise<void> =>
  decide(async () => {
    const found = await requireEvent(ctx.db, { partnerId, eventId })
    requireSent(found)
    const { webhookRetries: retries } = await receiverOf(ctx, partnerId)
    const now = ctx.clock.now()
    const again = redeliver(queueOf(retries), found, { now, set: { retries } })
    const writes = [again, ...audited(now, { by, partnerId }, { eventId }), ...(once?.(eventId) ?? [])]
    await commit(ctx, now, writes, 'replay-event')
  })

/**
 * Sends again what was parked or never sent, as `replayEvent` does one; with `delivered` also what was accepted, for a
 * receiver that has lost it. `since`: only events made then or later. Returns their number. `alongside` is committed with
 * the first five hundred, and made with their number.
 */
export async function replayEvents(
  ctx: WebhooksContext,
  { by, partnerId, since, delivered = false, alongside = () => [] }: Many,
): Promise<number> {
  const { webhookRetries: retries } = await receiverOf(ctx, partnerId)
  const statuses: EventStatus[] = ['parked', 'unsent', ...(delivered ? (['delivered'] as const) : [])]
  return redeliverParked(ctx, queueOf(retries), {
    parkedAfter: (after: EventNumber, limit) => selectIdsToReplay(ctx.db, { partnerId, statuses, since, after, limit }),
    statuses,
    set: { retries },
    alongside: (first, now) => [
      ...audited(now, { by, partnerId }, { since: since ?? null, delivered }),
      ...alongside(first),
    ],
  })
}

const audited = (now: Instant, { by, partnerId }: Replay, { eventId, ...after }: Replayed): Write[] =>
  by === undefined
    ? []
    : [
        auditEntry(now, by, {
          action: eventId === undefined ? 'webhooksReplayed' : 'webhookReplayed',
          owner: partnerOwner(partnerId),
          subject: { type: 'webhook', ...(eventId !== undefined && { id: eventId }) },
          ...(eventId === undefined && { after }),
        }),
      ]
type Replayed = { eventId?: EventId; since?: Instant | null; delivered?: boolean }
