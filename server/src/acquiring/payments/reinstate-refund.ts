import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import type { InquiryResult } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { subtract, zero } from '#kernel/base/money.ts'
import { commit, type Write } from '#kernel/db/commit/commit.ts'
import { type PaymentsContext, resultIfReceived } from './context.ts'
import { inTurn } from './in-turn.ts'
import { reportsByMessage } from './inquire.ts'
import { inheritedFrom } from './payment.ts'
import { reinstatementStates } from './payment-states.ts'
import { earnedPending } from './pending.ts'
import { regainedShares } from './shares.ts'
import { followersOf, getPayment, getRefund, reservePaymentId } from './store.ts'
import type { Payment, Payout, Refund, Reinstatement } from './transaction.ts'
import { beginReinstatement, transitionPayment, transitionRefund } from './transition-payment.ts'
import { amendTransaction } from './transition-transaction.ts'

/**
 * Records that a refund did not reach the cardholder after all: its money comes back by a reinstatement, which mirrors the
 * refund's entry in the day that it came back on, but for shares that other outflows have taken since, and the payment has the
 * amount to refund again. Once, however often it is reported; a refund that was not done is left as it is. Returns whether it is recorded.
 */
export const reinstateRefund = (ctx: PaymentsContext, known: Refund): Promise<boolean> =>
  inTurn(ctx, { paymentId: known.parentId, name: 'reinstate-refund' }, async (turn) => {
    const refund = await getRefund(turn.db, known.id)
    if (refund.status !== 'refunded') return refund.status === 'returned'
    const now = turn.clock.now()
    const payment = await getPayment(turn.db, refund.parentId)
    const followers = payment.shares.length > 0 ? await followersOf(turn.db, payment.id) : []
    const earned = {
      ...reinstatementOf(now, refund, await reservePaymentId(turn.db)),
      ...inheritedFrom(payment),
      shares: regainedShares(payment, followers, refund.amount),
      // Of a capture that has failed we keep no fee.
      ...(payment.status === 'captureFailed' && { fee: zero(refund.amount.currency) }),
    }
    const reinstatement = { ...earned, ...((await turn.earningsWait()) && { pending: earnedPending(earned) }) }
    const writes = [
      ...transitionRefund(now, refund, 'comeBack', { declineReason: 'rejected_by_processor' }).writes,
      ...beginReinstatement(now, reinstatement, 'reinstateRefund'),
      ...leftToRefund(now, payment, refund),
    ]
    await commit(turn, now, writes, 'reinstate-refund')
    return true
  })

/** Asks the acquirer about a refund that was done, and records it when it has come back. Other answers change nothing. */
export async function inquireAfterwards(ctx: PaymentsContext, refund: Refund): Promise<void> {
  if (reportsByMessage(ctx, refund)) return
  const acquirer = ctx.connectors.get(refund.connector)
  const result = await resultIfReceived<InquiryResult>(acquirer.inquire(refund.key))
  if (result?.outcome === 'returned') await reinstateRefund(ctx, refund)
}

/** A payment that is disputed or charged back stays so; its disputes decide what it is after them. */
function leftToRefund(now: Instant, payment: Payment, { amount }: Refund): Write[] {
  const changes = { refunded: subtract(payment.refunded, amount) }
  return payment.status === 'refunded'
    ? transitionPayment(now, payment, 'refundReturned', changes).writes
    : amendTransaction(payment, changes).writes
}

/** The initial facts of a reinstatement but its parent: all of the money that had gone out is back. */
export const reinstatementOf = (
  now: Instant,
  origin: Refund | Payout,
  id: PaymentId,
): Omit<Reinstatement, 'parentId'> => ({
  id,
  key: randomUUID(),
  version: 1,
  type: 'reinstatement',
  status: reinstatementStates.initial,
  reinstatesId: origin.id,
  connector: origin.connector,
  source: origin.source,
  merchantId: origin.merchantId,
  siteId: origin.siteId,
  shopperId: origin.shopperId,
  orderId: origin.orderId,
  period: origin.period,
  amount: origin.amount,
  captured: origin.captured,
  fee: origin.fee,
  shares: origin.shares,
  pending: undefined,
  description: origin.description,
  card: origin.card,
  cardId: origin.cardId,
  initiator: origin.initiator,
  ip: origin.ip,
  reference: origin.reference,
  reversal: undefined,
  batchId: undefined,
  createdAt: now,
  capturedAt: now,
})
