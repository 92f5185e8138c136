import type { PaymentId } from '#acquiring/ids'
import { claimDueTransactions, type PaymentsContext } from '#acquiring/payments'
import type { DueWork } from '#kernel/work/due-work.ts'
import { resolvePayout } from './resolve-payout.ts'

export const payoutJobs = (ctx: PaymentsContext): DueWork[] => [
  {
    name: 'resolve payouts',
    owner: { kind: 'site', column: 'site_id' },
    ...claimDueTransactions(ctx, `type = 'credit'`),
    run: (id) => resolvePayout(ctx, id as PaymentId),
  },
]
