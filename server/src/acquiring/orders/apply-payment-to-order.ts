import type { Payment, PaymentStatusChanged } from '#acquiring/payments'
import type { DisputeReason } from '#connectors/acquirer/acquirer.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { applyPaymentToPeriod, type PaymentEffect, wasCaptured } from './apply-payment-to-period.ts'
import { calendarFrom, periodDue } from './calendar.ts'
import { endOrder } from './end-order.ts'
import { cardExpires, isBillable, isBilledLater, type Order } from './order.ts'
import { expiryActions, type OrderAction } from './order-states.ts'
import { amendOrder, carryOn, type OrderChanges, transitionOrder } from './transition-order.ts'

/** What a payment's move means for its order, as writes for the same commit. */
export function applyPaymentToOrder(
  now: Instant,
  order: Order,
  transition: PaymentStatusChanged,
  effect: PaymentEffect,
): Write[] {
  const { payment, action } = transition
  if (payment.type === 'chargeback') return applyChargeback(now, order, transition, effect)
  if (payment.parentId !== undefined) return []
  if (payment.type === 'credit') return applyPayout(now, order, payment)
  if (payment.period !== undefined) return applyPaymentToPeriod(now, order, transition, effect)
  if (payment.source === 'card-change') return applyCardChange(now, order, payment, effect)
  switch (payment.status) {
    case 'authorized':
      if (order.status !== 'start') return []
      return isBilledLater(order)
        ? activate(now, order, payment, effect)
        : transitionOrder(now, order, 'reserve', paidWith(payment))
    case 'captured':
    case 'verified':
      return applyPaid(now, order, transition, effect)
    case 'failed':
      return order.status === 'start' ? applyFailed(now, order, action, payment, effect) : []
    case 'voided':
      return !isBilledLater(order) && order.status === 'in-progress'
        ? transitionOrder(now, order, 'fail', { endReason: 'authorization_voided' })
        : []
    default:
      return []
  }
}

/** An order of type credit is one payout: it is done with it, or has failed with it. */
function applyPayout(now: Instant, order: Order, payment: Payment): Write[] {
  switch (payment.status) {
    case 'credited':
      return transitionOrder(now, order, 'pay', paidWith(payment))
    case 'failed':
      return transitionOrder(now, order, 'fail', {
        attempts: 1,
        endReason: payment.declineReason ?? 'declined_by_bank',
      })
    default:
      return []
  }
}

const paidWith = ({ cardId }: Payment): OrderChanges => (cardId ? { cardId } : {})

function applyPaid(
  now: Instant,
  order: Order,
  { payment, from }: PaymentStatusChanged,
  effect: PaymentEffect,
): Write[] {
  if (wasCaptured(from)) return []
  if (order.status === 'start')
    return isBilledLater(order)
      ? activate(now, order, payment, effect)
      : transitionOrder(now, order, 'pay', paidWith(payment))
  return order.status === 'in-progress' && !isBilledLater(order)
    ? transitionOrder(now, order, 'pay', paidWith(payment))
    : []
}

/**
 * The shopper's own first payment went well, so the order can be billed. Its calendar is counted from the moment they
 * paid, not from when their bank's answer arrived.
 */
function activate(now: Instant, order: Order, payment: Payment, { timeZone }: PaymentEffect): Write[] {
  const changes: OrderChanges = { ...paidWith(payment), nextPeriod: 1 }
  if (!order.interval) return transitionOrder(now, order, 'activate', changes)
  const calendar = calendarFrom(payment.createdAt, order.firstBillAt)
  const dueAt = periodDue(calendar, order.interval, timeZone, 1)
  const actions: OrderAction[] = cardExpires(payment.card, dueAt, timeZone) ? ['activate', 'cardExpires'] : ['activate']
  return transitionOrder(now, order, actions, { ...changes, calendar, dueAt })
}

/** A new card was proven: it pays from now on, and an open debt is tried with it at once. */
function applyCardChange(now: Instant, order: Order, payment: Payment, { timeZone }: PaymentEffect): Write[] {
  if (payment.status !== 'verified' || !payment.cardId || !isBillable(order)) return []
  const changes: OrderChanges = { cardId: payment.cardId, networkTransaction: undefined }
  if (order.status === 'retrying') return amendOrder(order, { ...changes, dueAt: now })
  return carryOn(now, order, expiryActions(order.status, cardExpires(payment.card, order.dueAt, timeZone)), changes)
}

/**
 * Only what the shopper's bank or the shopper decided counts as an attempt; what never arrived does not. A soft decline
 * asks for the payment to be sent again, so by itself it ends no order before the third.
 */
function applyFailed(
  now: Instant,
  order: Order,
  action: PaymentStatusChanged['action'],
  { declineReason }: Payment,
  effect: PaymentEffect,
): Write[] {
  if (action === 'reversed') return []
  const attempts = order.attempts + 1
  const most = order.attemptsMax ?? effect.attemptsMax
  const attemptsMax = declineReason === 'authentication_required' ? Math.max(most, softDeclinesMax) : most
  return attempts < attemptsMax
    ? amendOrder(order, { attempts })
    : transitionOrder(now, order, 'fail', { attempts, endReason: declineReason ?? 'attempts_used_up' })
}
const softDeclinesMax = 3

/**
 * Whoever tells their bank that a payment was not theirs, or that they had called the subscription off, is not charged
 * again (product decision, charge-backs). Other disputes are about one delivery, and the order goes on.
 */
function applyChargeback(
  now: Instant,
  order: Order,
  { payment, action }: PaymentStatusChanged,
  { billingPeriod }: PaymentEffect,
): Write[] {
  const ends = action === 'chargeBack' && payment.reversal?.reason && endingReasons.has(payment.reversal.reason)
  if (!ends || !isBillable(order)) return []
  return endOrder(now, order, { billingPeriod, endReason: 'charged_back' })
}
const endingReasons: ReadonlySet<string> = new Set(['fraud', 'subscription_cancelled'] satisfies DisputeReason[])
