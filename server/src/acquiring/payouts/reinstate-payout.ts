import {
  beginReinstatement,
  earnedPending,
  findByKey,
  getPayout,
  type PaymentsContext,
  reinstatementOf,
  reservePaymentId,
} from '#acquiring/payments'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { transitionPayout } from './transition-payout.ts'

/**
 * Records that a payout did not reach the customer's card after all: its money comes back by a reinstatement, and the
 * merchant is owed it again. Once, however often it is reported; a payout that was not made is left as it is. Returns
 * whether it is recorded.
 */
export async function reinstatePayout(ctx: PaymentsContext, connector: ConnectorId, key: string): Promise<boolean> {
  const found = await findByKey(ctx.db, connector, key)
  if (found?.type !== 'credit') return false
  return decide(async () => {
    const payout = await getPayout(ctx.db, found.id)
    if (payout.status !== 'credited') return payout.status === 'returned'
    const now = ctx.clock.now()
    const earned = { ...reinstatementOf(now, payout, await reservePaymentId(ctx.db)), parentId: payout.id }
    const reinstatement = { ...earned, ...((await ctx.earningsWait()) && { pending: earnedPending(earned) }) }
    const writes = [
      ...transitionPayout(now, payout, 'comeBack', { declineReason: 'rejected_by_processor' }).writes,
      ...beginReinstatement(now, reinstatement, 'reinstatePayout'),
    ]
    await commit(ctx, now, writes, 'reinstate-payout')
    return true
  })
}
