import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import type { InquiryResult } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, money } from '#kernel/base/money.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { type PaymentsContext, resultIfReceived } from './context.ts'
import { inTurn } from './in-turn.ts'
import { reportsByMessage } from './inquire.ts'
import { inheritedFrom, noPendingRequest } from './payment.ts'
import { captureFailureStates, paymentStates } from './payment-states.ts'
import { returnedShares } from './shares.ts'
import { followersOf, getPayment, reservePaymentId } from './store.ts'
import { partsOf, takePending } from './take-pending.ts'
import type { CaptureFailure, Payment, Share, Transaction } from './transaction.ts'
import { beginCaptureFailure, transitionPayment } from './transition-payment.ts'

/**
 * Records that a capture failed after it was done: the acquirer has its money back, by a capture failure that mirrors the
 * capture's entry in the day that it failed on, and the payment is `captureFailed`. Refunds and disputes of it stand as they
 * are, whose money the acquirer reports by itself: what has gone out twice is borne by the order's site, since shares return
 * what is left of them. Once, however often it is reported; a payment that has no money of ours
 * is left as it is. Returns whether it is recorded, or nothing of it is left to record.
 */
export const failCapture = (ctx: PaymentsContext, { id }: Pick<Payment, 'id'>): Promise<boolean> =>
  inTurn(ctx, { paymentId: id, name: 'fail-capture' }, async (turn) => {
    const payment = await getPayment(turn.db, id)
    if (!paymentStates.next(payment.status, 'failCapture'))
      return payment.status === 'captureFailed' || payment.status === 'cancelled' || payment.status === 'failed'
    const now = turn.clock.now()
    const failureId = await reservePaymentId(turn.db)
    const followers = await followersOf(turn.db, id)
    const feeBack = feeLeft(payment, followers)
    const shares = returnedShares(payment, followers, payment.captured)
    const failure = captureFailureOf(now, payment, { id: failureId, feeBack, shares })
    const taken = await takePending(turn.db, now, payment, { by: `payment ${failureId}`, ...partsOf(failure) })
    const changes = { ...noPendingRequest, declineReason: 'rejected_by_processor' as const, ...taken.changes }
    const writes = [
      ...transitionPayment(now, payment, 'failCapture', changes).writes,
      ...beginCaptureFailure(now, failure),
      ...taken.writes,
    ]
    await commit(turn, now, writes, 'fail-capture')
    return true
  })

/** Asks the acquirer about a payment that was captured, and records when its capture has failed. Other answers change nothing. */
export async function inquireAboutCapture(ctx: PaymentsContext, payment: Payment): Promise<void> {
  if (reportsByMessage(ctx, payment)) return
  const acquirer = ctx.connectors.get(payment.connector)
  const result = await resultIfReceived<InquiryResult>(acquirer.inquire(payment.key))
  if (result?.outcome === 'failed' && result.request === 'capture') await failCapture(ctx, payment)
}

/** Of the fee what refunds have not returned: of a capture that failed we keep nothing. */
function feeLeft({ fee }: Payment, followers: readonly Transaction[]): Money {
  const returned = followers.reduce((sum, one) => {
    if (one.type === 'refund') return sum + one.fee.minor
    return one.type === 'reinstatement' ? sum - one.fee.minor : sum
  }, 0n)
  return money(fee.minor - returned, fee.currency)
}

const captureFailureOf = (
  now: Instant,
  payment: Payment,
  { id, feeBack, shares }: { id: PaymentId; feeBack: Money; shares: readonly Share[] },
): CaptureFailure => ({
  ...inheritedFrom(payment),
  id,
  key: randomUUID(),
  version: 1,
  type: 'capture-failure',
  status: captureFailureStates.initial,
  amount: payment.captured,
  captured: payment.captured,
  fee: feeBack,
  shares,
  pending: undefined,
  reference: payment.reference,
  reversal: undefined,
  batchId: undefined,
  createdAt: now,
  capturedAt: now,
})
