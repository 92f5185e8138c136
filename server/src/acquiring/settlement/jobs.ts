import type { PaymentsContext } from '#acquiring/payments'
import type { SiteId } from '#core/directory'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { closeBatches } from './close-batch.ts'

/** Longer than a day of many payments takes to close. */
const leaseMs = 60_000

export const settlementJobs = (ctx: PaymentsContext): DueWork[] => [
  {
    name: 'close batches',
    owner: { kind: 'site', column: 'id' },
    ...claimDue(ctx, 'settlement.cut_offs', { leaseMs }),
    run: (id) => closeBatches(ctx, Number(id) as SiteId),
  },
]
