import type { DepositId } from '#issuing/deposits'
import type { TopupId } from '#issuing/ids'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { CryptoContext } from './crypto/context.ts'
import { settleCryptoTopup, settleReceipt } from './crypto/settle-receipts.ts'
import { settleTopup } from './fiat/settle-topup.ts'

/** Topups whose notification did not arrive, and those that are not paid in time. */
export const topupJobs = (ctx: CryptoContext): DueWork[] => [
  {
    name: 'ask for the outcome of topups',
    ...claimDue(ctx, 'topups.topups', { leaseMs: 60_000, only: `type = 'fiat'` }),
    owner: { kind: 'site', column: 'site_id' },
    batch: 20,
    run: async (id) => void (await settleTopup(ctx, id as TopupId)),
  },
  {
    name: 'expire topups in coins',
    ...claimDue(ctx, 'topups.topups', { leaseMs: 60_000, only: `type = 'crypto'` }),
    owner: { kind: 'site', column: 'site_id' },
    batch: 20,
    run: (id) => settleCryptoTopup(ctx, id as TopupId),
  },
  {
    name: 'decide deposits of topups',
    ...claimDue(ctx, 'topups.receipts', { leaseMs: 60_000 }),
    batch: 20,
    run: (id) => settleReceipt(ctx, id as DepositId),
  },
]
