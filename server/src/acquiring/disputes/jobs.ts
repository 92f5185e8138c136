import type { PaymentId } from '#acquiring/ids'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { disputeEventWork } from './apply-dispute-event.ts'
import type { DisputesContext } from './context.ts'
import { continueDispute } from './continue-dispute.ts'
import { readDisputes, readLeaseMs } from './read-disputes.ts'

export const disputeJobs = (ctx: DisputesContext): DueWork[] => [
  {
    name: 'read disputes',
    inRun: 'daily',
    ...claimDue(ctx, 'disputes.cursors', { leaseMs: readLeaseMs }),
    run: (id) => readDisputes(ctx, id as bigint),
  },
  disputeEventWork(ctx),
  {
    name: 'continue disputes',
    owner: { kind: 'site', column: 'site_id' },
    ...claimDue(ctx, 'disputes.cases', { leaseMs: 2 * readLeaseMs }),
    run: (id) => continueDispute(ctx, id as PaymentId),
  },
]
