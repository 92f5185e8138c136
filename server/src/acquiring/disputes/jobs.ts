import type { PaymentId } from '#acquiring/ids'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { applyDisputeEvents } from './apply-dispute-event.ts'
import type { DisputesContext } from './context.ts'
import { continueDispute } from './continue-dispute.ts'
import { readDisputes } from './read-disputes.ts'

/** Longer than an acquirer may take, so that two workers do not read its list at once. */
const leaseMs = 60_000

export const disputeJobs = (ctx: DisputesContext): DueWork[] => [
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
  {
    name: 'continue disputes',
    owner: { kind: 'site', column: 'site_id' },
    ...claimDue(ctx, 'disputes.cases', { leaseMs: 2 * leaseMs }),
    run: (id) => continueDispute(ctx, id as PaymentId),
  },
]
