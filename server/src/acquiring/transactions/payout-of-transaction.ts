import { z } from 'zod'
import { findPayout, merchantPayoutStates, payoutsOfBatches, plannedPayoutAt } from '#acquiring/merchant-payouts'
import { comesIn, isPayment, type PaymentsContext, type Transaction } from '#acquiring/payments'
import { cutOffsAround } from '#acquiring/settlement'
import type { Instant } from '#kernel/base/clock.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'

/** How what a transaction has earned reaches the bank account of the merchant. */
export const payoutOfTransactionShape = z.strictObject({
  id: z.string().optional().meta({ description: 'Of the payout, once there is one.' }),
  status: z.enum(['planned', ...merchantPayoutStates.statuses]),
  at: momentShape.meta({
    description:
      'When it was paid; before, when the payout was made, or of a planned one, the day of the schedule on which the money is available.',
  }),
})
type PayoutOfTransaction = z.output<typeof payoutOfTransactionShape>

/**
 * The payout that a transaction is a part of, or the one that is planned by the terms of the merchant. Only money that comes in is a
 * part of a payout by its batch; what goes out is deducted at once.
 */
export async function payoutOfTransaction(
  ctx: PaymentsContext,
  transaction: Transaction,
): Promise<PayoutOfTransaction | undefined> {
  const { db, clock } = ctx
  const { type, merchantId, batchId } = transaction
  if (!comesIn(type)) return undefined
  if (batchId !== undefined) {
    const id = (await payoutsOfBatches(db, { merchantId, batchIds: [batchId] })).get(batchId)
    const payout = id === undefined ? undefined : await findPayout(db, id)
    if (payout) {
      const { status, paidAt, createdAt } = payout
      return { id: String(payout.id), status, at: momentText(paidAt ?? createdAt) }
    }
  }
  if (!isPayment(transaction) || transaction.status !== 'captured') return undefined
  const now = clock.now()
  const earned = batchId === undefined ? { closesAt: await closesAt(ctx, transaction, now) } : { batchId }
  const at = await plannedPayoutAt(db, { merchantId, currency: transaction.amount.currency, now, ...earned })
  return at && { status: 'planned', at: momentText(at) }
}

/** The cut-off by which it is in a batch. What was captured before the last one is in the batch that is closed now. */
async function closesAt({ directory }: PaymentsContext, { siteId, capturedAt }: Transaction, now: Instant) {
  const site = await directory.site(siteId)
  const { last, next } = site ? cutOffsAround(now, site) : { last: now, next: now }
  return capturedAt && Temporal.Instant.compare(capturedAt, last) < 0 ? now : next
}
