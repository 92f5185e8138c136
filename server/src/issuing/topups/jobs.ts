import type { TopupId } from '#issuing/ids'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { TopupsContext } from './context.ts'
import { settleTopup } from './fiat/settle-topup.ts'

/** Topups whose notification did not arrive, and those that are not paid in time. */
export const topupJobs = (ctx: TopupsContext): DueWork[] => [
  {
    name: 'ask for the outcome of topups',
    ...claimDue(ctx, 'topups.topups', { leaseMs: 60_000, only: `type = 'fiat'` }),
    owner: { kind: 'site', column: 'site_id' },
    batch: 20,
    run: async (id) => void (await settleTopup(ctx, id as TopupId)),
  },
]
