import type { PaymentsContext } from '#acquiring/payments'
import type { MerchantId } from '#core/directory'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { windDown, windingDown } from './wind-down.ts'

/** Longer than it takes to end as many orders as one look ends. */
const leaseMs = 120_000

export const merchantJobs = (ctx: PaymentsContext): DueWork[] => [
  {
    name: windingDown,
    owner: { kind: 'merchant', column: 'id' },
    ...claimDue(ctx, 'merchants.closures', { leaseMs }),
    run: (id) => windDown(ctx, Number(id) as MerchantId),
  },
]
