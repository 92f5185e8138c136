import type { PaymentsContext } from '#acquiring/payments'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { applyDisputeEvents } from './apply-dispute-event.ts'
import { readDisputes } from './read-disputes.ts'

/** Longer than an acquirer may take, so that two workers do not read its list at once. */
const leaseMs = 60_000

export const disputeJobs = (ctx: PaymentsContext): DueWork[] => [
  {
    name: 'read disputes',
    inRun: 'daily',
    ...claimDue(ctx, 'disputes.cursors', { leaseMs }),
    run: (id) => readDisputes(ctx, id as bigint),
  },
  {
    name: 'apply dispute events',
    ...claimDue(ctx, 'disputes.events', { leaseMs }),
    run: (id) => applyDisputeEvents(ctx, id as bigint),
  },
]
