import type { PaymentId } from '#acquiring/ids'
import { type PaymentsContext, type Payout, payoutsForReview } from '#acquiring/payments'
import { type Author, auditEntry, siteOwner } from '#core/directory'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { planPayoutResult } from './pay-out.ts'
import { refuse } from './refusals.ts'

/** What the acquirer told an operator: that the customer has the money, under its own reference, or never will. */
export type PayoutWord = { isPaid: true; reference: string } | { isPaid: false }

/**
 * Resolves a payout that waits for an operator, by what the acquirer told them (decision 28), and records who said so.
 * Refuses any other with `payout_not_in_review`: while inquiries go on, their result is the better one.
 */
export async function resolvePayoutManually(
  ctx: PaymentsContext,
  { by, paymentId, word }: { by: Author; paymentId: PaymentId; word: PayoutWord },
): Promise<Payout> {
  return decide(async () => {
    const payout = (await payoutsForReview(ctx.db)).find(({ id }) => id === paymentId)
    if (!payout) throw refuse('payout_not_in_review', { field: 'transactionId' })
    const now = ctx.clock.now()
    const transition = planPayoutResult(
      now,
      payout,
      word.isPaid
        ? { outcome: 'done', reference: word.reference }
        : { outcome: 'declined', reason: 'rejected_by_processor', reference: payout.reference, checks: undefined },
    )
    const about = { owner: siteOwner(payout.siteId), subject: { type: 'payment', id: payout.id } }
    const change = { before: { status: payout.status }, after: { status: transition.transaction.status, ...word } }
    await commit(
      ctx,
      now,
      [...transition.writes, auditEntry(now, by, { action: 'payoutResolvedManually', ...about, ...change })],
      'resolve-payout-manually',
    )
    return transition.transaction
  })
}
