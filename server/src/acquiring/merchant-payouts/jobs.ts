import { releaseWork } from '#acquiring/payments'
import type { MerchantId } from '#core/directory'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { MerchantPayoutsContext } from './context.ts'
import { availableFrom } from './earnings.ts'
import type { MerchantPayoutId } from './ids.ts'
import { payBySchedule } from './pay-by-schedule.ts'
import { reserveWork } from './reserve.ts'
import { continuePayout, submitting } from './submit-payout.ts'

/** Longer than a bank may take. */
const leaseMs = 120_000

/** Releases come first, since released money can be paid on the same day. */
export const merchantPayoutJobs = (ctx: MerchantPayoutsContext): DueWork[] => [
  releaseWork(ctx, availableFrom),
  reserveWork(ctx),
  {
    name: 'pay merchants',
    owner: { kind: 'merchant', column: 'id' },
    ...claimDue(ctx, 'merchant_payouts.terms', { leaseMs }),
    run: (id) => payBySchedule(ctx, Number(id) as MerchantId),
  },
  {
    name: submitting,
    owner: { kind: 'merchant', column: 'merchant_id' },
    ...claimDue(ctx, 'merchant_payouts.payouts', { leaseMs }),
    run: (id) => continuePayout(ctx, id as MerchantPayoutId),
  },
]
