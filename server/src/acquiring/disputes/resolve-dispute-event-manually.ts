import type { PaymentsContext } from '#acquiring/payments'
import { type Author, auditEntry, platformOwner } from '#core/directory'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { disputeEventWork } from './apply-dispute-event.ts'
import { refuse } from './refusals.ts'
import { findDisputeEvent, markSeen, resolveDisputeEvent, type StoredDisputeEvent } from './store.ts'

/** Applies an event again that an operator reviewed. Returns the event as it is after that. */
export async function retryDisputeEvent(
  ctx: PaymentsContext,
  { by, id }: { by: Author; id: bigint },
): Promise<StoredDisputeEvent> {
  await decide(async () => {
    const disputeEvent = await storedDisputeEvent(ctx, id)
    const now = ctx.clock.now()
    if (disputeEvent.doneAt) throw refuse('dispute_event_already_applied')
    const change = { before: { trouble: disputeEvent.trouble }, after: { dueAt: now.toString() } }
    await commit(
      ctx,
      now,
      [
        resolveDisputeEvent(disputeEvent, { dueAt: now }),
        auditEntry(now, by, {
          action: 'disputeEventRetried',
          owner: platformOwner,
          subject: { type: 'disputeEvent', id },
          ...change,
        }),
      ],
      'resolve-dispute-event-manually',
    )
  })
  await disputeEventWork(ctx).run(id)
  return storedDisputeEvent(ctx, id)
}

/** An operator has reviewed the event and done what was needed, so it is not listed again. */
export async function acknowledgeDisputeEvent(
  ctx: PaymentsContext,
  { by, id }: { by: Author; id: bigint },
): Promise<void> {
  return decide(async () => {
    const disputeEvent = await storedDisputeEvent(ctx, id)
    if (!disputeEvent.trouble) throw refuse('dispute_event_needs_no_review')
    const now = ctx.clock.now()
    await commit(
      ctx,
      now,
      [
        markSeen(now, disputeEvent),
        auditEntry(now, by, {
          action: 'disputeEventReviewed',
          owner: platformOwner,
          subject: { type: 'disputeEvent', id },
          before: { trouble: disputeEvent.trouble },
          after: { seenAt: now.toString() },
        }),
      ],
      'resolve-dispute-event-manually',
    )
  })
}

async function storedDisputeEvent({ db }: PaymentsContext, id: bigint): Promise<StoredDisputeEvent> {
  const disputeEvent = await findDisputeEvent(db, id)
  if (!disputeEvent) throw refuse('dispute_event_not_found')
  return disputeEvent
}
