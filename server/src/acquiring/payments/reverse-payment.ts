import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { add, compare, formatMoney, type Money } from '#kernel/base/money.ts'
import type { Refusal } from '#kernel/base/refusal.ts'
import { commit, decide, insert, type Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import { type PaymentsContext, resolveAfter } from './context.ts'
import { sendModification } from './modification.ts'
import { following, type Payment, type Reversal, refundable } from './payment.ts'
import { refundStates } from './payment-states.ts'
import { refuse } from './refusals.ts'
import { toRow } from './row.ts'
import { findPayment } from './store.ts'
import { amendPayment, transitionPayment } from './transition-payment.ts'

export type ReversalInput = {
  siteId: SiteId
  paymentId: PaymentId
  /** All that is left, unless told. */
  amount: Money | undefined
  why?: Reversal | undefined
  /** What the promise must be written with, such as an idempotency key. It is given the payment that will move. */
  alongside?: (paymentId: PaymentId | Ref) => readonly Write[]
}

/**
 * Takes a payment back, in the way its state allows (product decision, settlement):
 * an authorization is voided; a capture that is not settled yet and is taken back whole is cancelled; everything else is
 * a refund, a transaction of its own. Without an amount, all that is left is taken back.
 * Gives the payment that moved: the refund, or the payment itself.
 */
export async function reversePayment(
  ctx: PaymentsContext,
  { siteId, paymentId, amount, why, alongside }: ReversalInput,
): Promise<Payment> {
  const along: Along = { why, alongside: alongside ?? (() => []) }
  const recorded = await decide(async () => {
    const payment = await findPayment(ctx.db, siteId, paymentId)
    if (!payment) throw refuse('payment_not_found')
    const now = ctx.clock.now()
    if (payment.status === 'authorized') return recordVoidIntent(ctx, now, payment, amount, along)
    const wanted = amount ?? refundable(payment)
    assertRefundable(payment, wanted)
    const unsettled = payment.batchId === undefined && payment.refunded.minor === 0n
    if (unsettled && wanted.minor === payment.captured.minor) return recordCancelIntent(ctx, now, payment, along)
    return recordRefundIntent(ctx, now, payment, wanted, along)
  })
  return sendModification(ctx, recorded)
}

type Along = { why: Reversal | undefined; alongside: (paymentId: PaymentId | Ref) => readonly Write[] }

/** Lets go of an authorization. */
export async function recordVoidIntent(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  amount: Money | undefined,
  { why, alongside }: Along = { why: undefined, alongside: () => [] },
): Promise<Payment> {
  if (amount && amount.minor !== payment.amount.minor)
    throw refuse('void_not_partial', { field: 'amount', whole: formatMoney(payment.amount) })
  const request = { key: randomUUID(), kind: 'reverse' as const, minor: payment.amount.minor }
  const transition = transitionPayment(now, payment, 'requestVoid', {
    request,
    reversal: why,
    dueAt: now.add(resolveAfter),
    dueTries: 0,
  })
  await commit(ctx, now, [...transition.writes, ...alongside(payment.id)])
  return transition.payment
}

async function recordCancelIntent(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  { why, alongside }: Along,
): Promise<Payment> {
  const request = { key: randomUUID(), kind: 'reverse' as const, minor: payment.captured.minor }
  const transition = transitionPayment(now, payment, 'requestCancel', {
    request,
    reversal: why,
    dueAt: now.add(resolveAfter),
    dueTries: 0,
  })
  await commit(ctx, now, [...transition.writes, ...alongside(payment.id)])
  return transition.payment
}

/** The refund's row and the promise on the payment's row are one commit: refunds at once can never exceed what was taken. */
async function recordRefundIntent(
  ctx: PaymentsContext,
  now: Instant,
  parent: Payment,
  amount: Money,
  { why, alongside }: Along,
): Promise<Payment> {
  const key = randomUUID()
  const refund: Omit<Payment, 'id' | 'version'> = {
    ...following(parent),
    key,
    type: 'refund',
    source: 'service-call',
    status: refundStates.initial,
    amount,
    reversal: why,
    request: { key, kind: 'refund', minor: amount.minor },
    createdAt: now,
    dueAt: now.add(resolveAfter),
  }
  const as = ref('refund')
  const ids = await commit(ctx, now, [
    ...amendPayment(parent, { refunded: add(parent.refunded, amount) }).writes,
    insert('payments.payments', toRow(refund), { as }),
    insert('payments.payment_transitions', {
      payment_id: as,
      action: 'start',
      from_status: null,
      to_status: refund.status,
      minor: amount.minor,
      occurred_at: now,
    }),
    ...alongside(as),
  ])
  return { ...refund, id: ids<PaymentId>(as), version: 1 }
}

function assertRefundable(payment: Payment, wanted: Money): void {
  if (payment.type === 'credit') throw refuse('payout_is_final')
  if (payment.type !== 'deposit' || !refundableStatuses.has(payment.status))
    throw refuse('unexpected_payment_status', {
      status: payment.status,
      action: 'refund',
      needed: 'authorized or captured',
    })
  const most = refundable(payment)
  const isTooMuch = most.minor === 0n || compare(wanted, most) > 0
  if (payment.chargedBack.minor > 0n && isTooMuch) throw refuseChargedBack(payment, most)
  if (most.minor === 0n) throw refuse('nothing_left_to_refund')
  if (wanted.minor <= 0n) throw refuse('amount_not_positive', { field: 'amount' })
  if (wanted.currency !== most.currency || compare(wanted, most) > 0)
    throw refuse('refund_too_large', { field: 'amount', most: formatMoney(most), currency: most.currency })
}

const refundableStatuses: ReadonlySet<Payment['status']> = new Set(['captured', 'disputed', 'chargedBack'])

/** What the cardholder's bank has taken back would be given to them twice. The part that is left can be refunded. */
const refuseChargedBack = ({ chargedBack }: Payment, most: Money): Refusal =>
  refuse('payment_charged_back', {
    field: 'amount',
    chargedBack: formatMoney(chargedBack),
    most: formatMoney(most),
    currency: most.currency,
  })
