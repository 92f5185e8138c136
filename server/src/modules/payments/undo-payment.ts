import { randomUUID } from 'node:crypto'
import type { Instant } from '#kernel/clock.ts'
import { commit, decide, insert, type Ref, ref, type Write } from '#kernel/commit.ts'
import type { PaymentId, SiteId } from '#kernel/ids.ts'
import { add, compare, formatMoney, type Money } from '#kernel/money.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { askFollow } from './follow.ts'
import { type PaymentsHouse, resolveAfter } from './house.ts'
import { amendPayment, movePayment } from './move-payment.ts'
import { following, type Payment, refundable, type Undo } from './payment.ts'
import { refundStates } from './payment-states.ts'
import { refuse } from './refusals.ts'
import { toRow } from './row.ts'
import { findPayment } from './store.ts'

export type UndoWish = {
  siteId: SiteId
  paymentId: PaymentId
  /** All that is left, unless told. */
  amount: Money | undefined
  why?: Undo | undefined
  /** What the promise must be written with, such as an idempotency key. It is given the payment that will move. */
  alongside?: (paymentId: PaymentId | Ref) => readonly Write[]
}

/**
 * Takes a payment back, in the way its state allows (product decision, settlement):
 * an authorization is voided; a capture that is not settled yet and is taken back whole is cancelled; everything else is
 * a refund, a transaction of its own. Without an amount, all that is left is taken back.
 * Gives the payment that moved: the refund, or the payment itself.
 */
export async function undoPayment(
  house: PaymentsHouse,
  { siteId, paymentId, amount, why, alongside }: UndoWish,
): Promise<Payment> {
  const along: Along = { why, alongside: alongside ?? (() => []) }
  const promised = await decide(async () => {
    const payment = await findPayment(house.db, siteId, paymentId)
    if (!payment) throw refuse('payment_not_found')
    const now = house.clock.now()
    if (payment.status === 'authorized') return promiseVoid(house, now, payment, amount, along)
    const wanted = amount ?? refundable(payment)
    assertRefundable(payment, wanted)
    const unsettled = payment.batchId === undefined && payment.refunded.minor === 0n
    if (unsettled && wanted.minor === payment.captured.minor) return promiseCancel(house, now, payment, along)
    return promiseRefund(house, now, payment, wanted, along)
  })
  return askFollow(house, promised)
}

type Along = { why: Undo | undefined; alongside: (paymentId: PaymentId | Ref) => readonly Write[] }

/** Lets go of an authorization. */
export async function promiseVoid(
  house: PaymentsHouse,
  now: Instant,
  payment: Payment,
  amount: Money | undefined,
  { why, alongside }: Along = { why: undefined, alongside: () => [] },
): Promise<Payment> {
  if (amount && amount.minor !== payment.amount.minor)
    throw refuse('void_not_partial', { field: 'amount', whole: formatMoney(payment.amount) })
  const ask = { key: randomUUID(), kind: 'reverse' as const, minor: payment.amount.minor }
  const moved = movePayment(now, payment, 'askVoid', { ask, undo: why, dueAt: now.add(resolveAfter), dueTries: 0 })
  await commit(house, now, [...moved.writes, ...alongside(payment.id)])
  return moved.payment
}

async function promiseCancel(
  house: PaymentsHouse,
  now: Instant,
  payment: Payment,
  { why, alongside }: Along,
): Promise<Payment> {
  const ask = { key: randomUUID(), kind: 'reverse' as const, minor: payment.captured.minor }
  const moved = movePayment(now, payment, 'askCancel', { ask, undo: why, dueAt: now.add(resolveAfter), dueTries: 0 })
  await commit(house, now, [...moved.writes, ...alongside(payment.id)])
  return moved.payment
}

/** The refund's row and the promise on the payment's row are one commit: refunds at once can never exceed what was taken. */
async function promiseRefund(
  house: PaymentsHouse,
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
    undo: why,
    ask: { key, kind: 'refund', minor: amount.minor },
    createdAt: now,
    dueAt: now.add(resolveAfter),
  }
  const as = ref('refund')
  const ids = await commit(house, now, [
    ...amendPayment(parent, { refunded: add(parent.refunded, amount) }).writes,
    insert('payments.payments', toRow(refund), { as }),
    insert('payments.moves', {
      payment_id: as,
      action: 'start',
      from_status: null,
      to_status: refund.status,
      minor: amount.minor,
      moved_at: now,
    }),
    ...alongside(as),
  ])
  return { ...refund, id: ids<PaymentId>(as), version: 1 }
}

function assertRefundable(payment: Payment, wanted: Money): void {
  if (payment.type === 'credit') throw refuse('payout_is_final')
  if (payment.type !== 'deposit' || !takesRefunds.has(payment.status))
    throw refuse('payment_status_forbids', {
      status: payment.status,
      wish: 'take back',
      needed: 'authorized or captured',
    })
  const most = refundable(payment)
  const isTooMuch = most.minor === 0n || compare(wanted, most) > 0
  if (payment.chargedBack.minor > 0n && isTooMuch) throw refuseCharged(payment, most)
  if (most.minor === 0n) throw refuse('nothing_left_to_refund')
  if (wanted.minor <= 0n) throw refuse('amount_not_positive', { field: 'amount' })
  if (wanted.currency !== most.currency || compare(wanted, most) > 0)
    throw refuse('refund_too_large', { field: 'amount', most: formatMoney(most), currency: most.currency })
}

const takesRefunds: ReadonlySet<Payment['status']> = new Set(['captured', 'disputed', 'chargedBack'])

/** What the cardholder's bank has taken back would be given to them twice. The part that is left can be refunded. */
const refuseCharged = ({ chargedBack }: Payment, most: Money): Refusal =>
  refuse('payment_charged_back', {
    field: 'amount',
    taken: formatMoney(chargedBack),
    most: formatMoney(most),
    currency: most.currency,
  })
