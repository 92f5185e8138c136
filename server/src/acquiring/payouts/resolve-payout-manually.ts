import type { PaymentId } from '#acquiring/ids'
import { type PaymentsContext, type Payout, payoutsForReview } from '#acquiring/payments'
import { type Author, auditEntry, siteOwner } from '#core/directory'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { planPayoutResult } from './pay-out.ts'
import { refuse } from './refusals.ts'

/** What an operator learned from the acquirer: the payout was made, under this reference, or it never will be. */
export type ManualPayoutResult = { isPaid: true; reference: string } | { isPaid: false }

/**
 * Resolves a payout that waits for an operator with the result the acquirer gave them (decision 28), and records the operator.
 * Refuses any other payout with `payout_not_in_review`: while inquiries continue, their result decides.
 */
export async function resolvePayoutManually(
  ctx: PaymentsContext,
  { by, paymentId, result }: { by: Author; paymentId: PaymentId; result: ManualPayoutResult },
): Promise<Payout> {
  return decide(async () => {
    const payout = (await payoutsForReview(ctx.db)).find(({ id }) => id === paymentId)
    if (!payout) throw refuse('payout_not_in_review', { field: 'transactionId' })
    const now = ctx.clock.now()
    const transition = planPayoutResult(
      now,
      payout,
      result.isPaid
        ? { outcome: 'done', reference: result.reference }
        : { outcome: 'declined', reason: 'rejected_by_processor', reference: payout.reference, checks: undefined },
    )
    const about = { owner: siteOwner(payout.siteId), subject: { type: 'payment', id: payout.id } }
    const change = { before: { status: payout.status }, after: { status: transition.transaction.status, ...result } }
    const byHand = result.isPaid
      ? { isDone: true as const, isAuthorization: false, reference: result.reference }
      : { isDone: false as const }
    const atConnector = await ctx.planResultByHand(payout.connector, payout.key, byHand)
    const entry = auditEntry(now, by, { action: 'payoutResolvedManually', ...about, ...change })
    await commit(ctx, now, [...transition.writes, ...atConnector, entry], 'resolve-payout-manually')
    return transition.transaction
  })
}
