import { termsOf } from '#acquiring/merchant-payouts'
import type { PaymentsContext, Payout } from '#acquiring/payments'

/**
 * Whether a payout to a card that was allowed when it was begun may still be sent: its site may pay out, payouts of its merchant
 * are not on hold, and no operator has paused its connector.
 */
export async function mayBeSent(ctx: PaymentsContext, { siteId, merchantId, connector }: Payout): Promise<boolean> {
  const [site, terms, paused] = await Promise.all([
    ctx.directory.site(siteId),
    termsOf(ctx.db, merchantId),
    ctx.routing.pausedNow(),
  ])
  return site?.payoutsAllowed === true && terms.holds.length === 0 && !paused.has(connector)
}
