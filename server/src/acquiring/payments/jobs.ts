import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { applyDisputeEvents } from './apply-dispute-event.ts'
import { closeBatches } from './close-batch.ts'
import type { PaymentsContext } from './context.ts'
import { readDisputes } from './read-disputes.ts'
import { resolvePayment } from './resolve-payment.ts'

/** Longer than an acquirer may take, so that two workers do not ask about one payment at once. */
const leaseMs = 60_000

export const paymentJobs = (ctx: PaymentsContext): DueWork[] => [
  {
    name: 'resolve payments',
    owner: { kind: 'site', column: 'site_id' },
    ...claimDue(ctx, 'payments.payments', { leaseMs }),
    run: (id) => resolvePayment(ctx, id as PaymentId),
  },
  {
    name: 'close batches',
    owner: { kind: 'site', column: 'id' },
    ...claimDue(ctx, 'payments.cut_offs', { leaseMs }),
    run: (id) => closeBatches(ctx, Number(id) as SiteId),
  },
  {
    name: 'read disputes',
    inRun: 'daily',
    ...claimDue(ctx, 'payments.dispute_lists', { leaseMs }),
    run: () => readDisputes(ctx),
  },
  {
    name: 'hear disputes',
    ...claimDue(ctx, 'payments.dispute_events', { leaseMs }),
    run: (id) => applyDisputeEvents(ctx, id as bigint),
  },
]
