import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { add, compare, formatMoney, type Money, money, subtract, zero } from '#kernel/base/money.ts'
import type { Refusal } from '#kernel/base/refusal.ts'
import { commit, ref, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { audited } from './audited.ts'
import type { Alongside, PaymentsContext } from './context.ts'
import { inTurn } from './in-turn.ts'
import { awaiting, feeBackOf, inheritedFrom, noPendingRequest, refundable, untouched } from './payment.ts'
import { refundStates } from './payment-states.ts'
import { type FinalResult, finalResultOf, recordResultOnce } from './record-result.ts'
import { refuse } from './refusals.ts'
import type { Changes, New } from './row.ts'
import { correctionsOf, returnedShares } from './shares.ts'
import { followersOf, getPayment, getRefund, refundsOf } from './store.ts'
import { partsOf, takePending } from './take-pending.ts'
import { isPayment, type Payment, type Refund, type Transaction } from './transaction.ts'
import { transitionPayment, transitionRefund } from './transition-payment.ts'
import { amendTransaction, beginTransaction, type Transition } from './transition-transaction.ts'

/**
 * Records the intent to refund a payment. The refund's row and what the payment's row says of refunds are one commit,
 * so concurrent refunds can never exceed what was captured, nor what each share has left. One try: goes stale when the
 * payment changed.
 */
export async function recordRefundIntent(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  amount: Money,
  { by, reversal, alongside }: Alongside,
): Promise<Refund> {
  const key = randomUUID()
  const followers = payment.shares.length > 0 ? await followersOf(ctx.db, payment.id) : []
  const refund: New<Refund> = {
    ...untouched(amount),
    ...inheritedFrom(payment),
    key,
    type: 'refund',
    shares: returnedShares(payment, followers, amount),
    source: 'service-call',
    status: refundStates.initial,
    reversal,
    ...awaiting(now, { key, kind: 'refund' as const, minor: amount.minor }),
    createdAt: now,
  }
  const as = ref('refund')
  const ids = await commit(
    ctx,
    now,
    [
      ...amendTransaction(payment, { refunded: add(payment.refunded, amount) }).writes,
      ...beginTransaction(now, refund, as),
      audited(now, by, payment, { action: 'refundRequested', amount }),
      ...alongside(as),
    ],
    'refund-payment',
  )
  return { ...refund, orderId: payment.orderId, id: ids<PaymentId>(as), version: 1 }
}

/** Requests the refund whose intent is recorded, and records the result. Its key makes a second request harmless. */
export async function sendRefund(ctx: PaymentsContext, recorded: Refund): Promise<Refund> {
  const { request, amount } = recorded
  const payment = await getPayment(ctx.db, recorded.parentId)
  const result = await finalResultOf(
    ctx.connectors.get(payment.connector).refund({
      key: request!.key,
      amount: money(request!.minor, amount.currency),
      authorization: payment.key,
      reference: payment.reference,
    }),
  )
  return result ? recordRefundResult(ctx, recorded, result) : recorded
}

export const recordRefundResult = (ctx: PaymentsContext, known: Refund, result: FinalResult): Promise<Refund> =>
  inTurn(ctx, { paymentId: known.parentId, name: 'refund-payment' }, (turn) =>
    recordResultOnce(turn, known, {
      read: () => getRefund(turn.db, known.id),
      plan: (now, refund) => planRefundResult(turn, now, refund, result),
    }),
  )

/**
 * A refund changes two rows in one commit: its own, and its payment, which becomes `refunded` when nothing of it is
 * left and no other refund is under way. After a declined refund the payment has the amount to refund again.
 */
export async function planRefundResult(
  { db }: PaymentsContext,
  now: Instant,
  refund: Refund,
  result: FinalResult,
): Promise<Transition<Refund>> {
  // The payment is read before its refunds: a refund that ends between the two readings has changed the payment too, so
  // this commit is stale. Read the other way round, two refunds that end at once could each miss the other's end.
  const payment = await getPayment(db, refund.parentId)
  const others = (await refundsOf(db, payment.id)).filter(({ id }) => id !== refund.id)
  const { reference } = result
  if (result.outcome === 'declined') return planDecline(db, now, { payment, refund, result })
  const earlier = others.filter(({ status }) => status === 'refunded')
  // Of a capture that has failed the whole fee was returned.
  const hasFee = payment.status !== 'captureFailed'
  const fee = hasFee ? feeBackOf(refund.amount, payment.feeBasisPoints, earlier) : zero(refund.amount.currency)
  const changes = { ...noPendingRequest, captured: refund.amount, capturedAt: now, fee, reference }
  const refunded = transitionRefund(now, refund, 'refund', changes)
  const taking = { by: `payment ${refund.id}`, ...partsOf(refunded.transaction) }
  const taken = await takePending(db, now, payment, taking)
  const writes = [...refunded.writes, ...paymentWrites(now, payment, others, taken.changes), ...taken.writes]
  return { ...refunded, writes }
}

/**
 * The payment has the amount to refund again. Outflows after the refund had left its part of the shares to it: what each
 * share returns of them is corrected in the same commit, as it would be without the refund.
 */
async function planDecline(
  db: Db,
  now: Instant,
  {
    payment,
    refund,
    result,
  }: { payment: Payment; refund: Refund; result: Extract<FinalResult, { outcome: 'declined' }> },
): Promise<Transition<Refund>> {
  const { reference, reason: declineReason } = result
  const followers = payment.shares.length > 0 ? await followersOf(db, payment.id) : []
  const shareCorrections = correctionsOf(
    payment,
    followers.filter(({ id }) => id !== refund.id),
  )
  const changes = { ...noPendingRequest, reference, declineReason, shareCorrections }
  const refused = transitionRefund(now, refund, 'refuse', changes)
  const own = shareCorrections.reduce((sum, minor) => sum - minor, 0n)
  const taken = await takePending(db, now, payment, { by: `payment ${refund.id}`, own, shares: shareCorrections })
  const left = { ...taken.changes, refunded: subtract(payment.refunded, refund.amount) }
  return { ...refused, writes: [...refused.writes, ...amendTransaction(payment, left).writes, ...taken.writes] }
}

function paymentWrites(
  now: Instant,
  payment: Payment,
  others: readonly Refund[],
  changes: Pick<Changes<Payment>, 'pending'>,
): Write[] {
  const whole = payment.refunded.minor === payment.captured.minor
  const underWay = others.some(({ status }) => status === 'refunding')
  // Amending the payment even when its status stays makes two refunds that end at once take turns.
  // A payment that is disputed or charged back stays so; its disputes decide what it is after them.
  const ends = whole && !underWay && payment.status === 'captured'
  return (ends ? transitionPayment(now, payment, 'refundWhole', changes) : amendTransaction(payment, changes)).writes
}

/**
 * Refuses what cannot be refunded: `payout_is_final`, `unexpected_payment_status`, `payment_charged_back`,
 * `nothing_left_to_refund`, `amount_not_positive`, `refund_too_large`.
 */
export function refuseUnrefundable(
  transaction: Transaction,
  amount: Money | undefined,
): asserts transaction is Payment {
  if (transaction.type === 'credit') throw refuse('payout_is_final')
  if (!isPayment(transaction) || transaction.type !== 'deposit' || !refundableStatuses.has(transaction.status))
    throw refuse('unexpected_payment_status', {
      status: transaction.status,
      action: 'refund',
      needed: 'authorized or captured',
    })
  const most = refundable(transaction)
  const wanted = amount ?? most
  const isTooMuch = most.minor === 0n || compare(wanted, most) > 0
  if (transaction.chargedBack.minor > 0n && isTooMuch) throw refuseChargedBack(transaction, most)
  if (most.minor === 0n) throw refuse('nothing_left_to_refund')
  if (wanted.minor <= 0n) throw refuse('amount_not_positive', { field: 'amount' })
  if (wanted.currency !== most.currency || compare(wanted, most) > 0)
    throw refuse('refund_too_large', { field: 'amount', most: formatMoney(most), currency: most.currency })
}

const refundableStatuses: ReadonlySet<Transaction['status']> = new Set(['captured', 'disputed', 'chargedBack'])

/** A refund of what the cardholder's bank has charged back would pay it twice. The rest can be refunded. */
const refuseChargedBack = ({ chargedBack }: Payment, most: Money): Refusal =>
  refuse('payment_charged_back', {
    field: 'amount',
    chargedBack: formatMoney(chargedBack),
    most: formatMoney(most),
    currency: most.currency,
  })
