import { getPayout, type PaymentsContext, type Payout, reportsByMessage, resultIfReceived } from '#acquiring/payments'
import type { InquiryResult } from '#connectors/acquirer/port.ts'
import { type Author, auditEntry, siteOwner } from '#core/directory'
import { commit } from '#kernel/db/commit/commit.ts'
import { reinstatePayout } from './reinstate-payout.ts'

/**
 * Asks the acquirer about a payout that was made, for an operator, and records it when its money has come back. Other answers
 * change nothing.
 */
export async function inquireAboutPayout(
  ctx: PaymentsContext,
  { by, payout: { id, siteId, status, connector, key } }: { by: Author; payout: Payout },
): Promise<Payout> {
  const now = ctx.clock.now()
  const about = { owner: siteOwner(siteId), subject: { type: 'payment', id }, before: { status } }
  await commit(ctx, now, [auditEntry(now, by, { action: 'inquiryRequested', ...about })], 'inquire-about-payout')
  if (!reportsByMessage(ctx, { connector })) {
    const result = await resultIfReceived<InquiryResult>(ctx.connectors.get(connector).inquire(key))
    if (result?.outcome === 'returned') await reinstatePayout(ctx, connector, key)
  }
  return getPayout(ctx.db, id)
}
