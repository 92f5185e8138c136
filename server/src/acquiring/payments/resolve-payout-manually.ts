import type { PaymentId } from '#acquiring/ids'
import { type Author, auditEntry, siteOwner } from '#core/directory'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { PaymentsContext } from './context.ts'
import { planPayoutResult } from './pay-out.ts'
import type { Payment } from './payment.ts'
import { refuse } from './refusals.ts'
import { payoutsForReview } from './store.ts'

/** What the acquirer told a person: that the customer has the money, under its own reference, or that they never will. */
export type PayoutWord = { isPaid: true; reference: string } | { isPaid: false }

/**
 * Settles a payout that the house has given up to a person, by what the acquirer told them (decision 28). Refuses any
 * other: while the house still asks, its answer is the better one. Who said so is kept with it.
 */
export async function resolvePayoutManually(
  ctx: PaymentsContext,
  { by, paymentId, word }: { by: Author; paymentId: PaymentId; word: PayoutWord },
): Promise<Payment> {
  return decide(async () => {
    const payment = (await payoutsForReview(ctx.db)).find(({ id }) => id === paymentId)
    if (!payment) throw refuse('payout_not_in_review', { field: 'transactionId' })
    const now = ctx.clock.now()
    const transition = planPayoutResult(
      now,
      payment,
      word.isPaid
        ? { outcome: 'done', reference: word.reference }
        : { outcome: 'declined', reason: 'rejected_by_processor', reference: payment.reference, checks: undefined },
    )
    const about = { owner: siteOwner(payment.siteId), subject: { type: 'payment', id: payment.id } }
    const change = { before: { status: payment.status }, after: { status: transition.payment.status, ...word } }
    await commit(ctx, now, [
      ...transition.writes,
      auditEntry(now, by, { action: 'payoutSettledByHand', ...about, ...change }),
    ])
    return transition.payment
  })
}
