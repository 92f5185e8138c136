import assert from 'node:assert/strict'
import {
  cardExpires,
  carryOn,
  endAsPlanned,
  expiryActions,
  isBillable,
  type Order,
  periodDue,
  type SiteRules,
  wasCaptured,
} from '#acquiring/orders'
import type { Payment, PaymentStatusChanged } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { add, subtract } from '#kernel/base/money.ts'
import { increase, update, type Write } from '#kernel/db/commit/commit.ts'
import type { BillingPeriod } from './billing-period.ts'
import { announceFailedAttempt } from './failed-attempt.ts'
import { type BillingPeriodChanges, updateBillingPeriod } from './plan-billing-period.ts'
import { countFailure, planRetry } from './plan-retry.ts'
import { isFinal } from './reason.ts'
import {
  afterFailure,
  afterLoss,
  afterMicro,
  type BillingRules,
  type RetryDecision,
  retryScheduleOf,
} from './retry-plan.ts'

/** What else decides what a payment means for the period it bills. */
export type PeriodEffect = Pick<SiteRules, 'timeZone' | 'retrySchedule'> & {
  /** What `findPeriodOfPayment` found. */
  billingPeriod: BillingPeriod | undefined
  /** Of a capture that failed: whether the period that the order is at is billed already. */
  isNextOpen?: boolean
  billingRules: BillingRules
}

/** Whether a payment bills a period, rather than being the shopper's own or one that follows another. */
export const billsPeriod = (transition: PaymentStatusChanged): transition is PaymentStatusChanged<Payment> =>
  transition.payment.type === 'deposit' && transition.payment.period !== undefined

/** What a billing's payment means for its period and the order it belongs to, as writes for the same commit. */
export function applyPaymentToPeriod(
  now: Instant,
  order: Order,
  { payment, action, from }: PaymentStatusChanged<Payment>,
  effect: PeriodEffect,
): Write[] {
  switch (payment.status) {
    case 'captured':
      if (wasCaptured(from)) return []
      return payment.source === 're-bill-micro'
        ? applyMicroPaid(now, order, payment, effect)
        : applyPaid(now, order, payment, effect)
    case 'failed':
      return applyUnpaid(now, order, payment, { ...effect, lost: action === 'reversed' })
    case 'captureFailed':
      return applyCaptureFailed(now, order, payment, effect)
    default:
      return []
  }
}

/**
 * The period is paid. The calendar says when the next one is due, even if that is in the past; an order that is to end with
 * this one ends.
 */
function applyPaid(now: Instant, order: Order, payment: Payment, { timeZone }: PeriodEffect): Write[] {
  const period = payment.period!
  const paid = update('billing.periods', {
    set: { status: 'paid', paid_minor: increase(payment.captured.minor), resolved_at: now },
    where: { order_id: order.id, period, status: 'open' },
  })
  const { interval, calendar } = order
  // A managed order has no calendar, and one that has ended meanwhile no next period.
  if (!interval || !calendar || !isCurrent(order, period)) return [paid]
  if (order.plannedEnd && period >= order.plannedEnd.lastPeriod)
    return [paid, ...endAsPlanned(now, order, order.plannedEnd)]
  const dueAt = periodDue(calendar, interval, timeZone, period + 1)
  const recovers = order.status === 'retrying'
  const status = recovers ? 'in-progress' : order.status
  const expires = payment.cardId === order.cardId && cardExpires(payment.card, dueAt, timeZone)
  const actions = [...(recovers ? (['recover'] as const) : []), ...expiryActions(status, expires)]
  return [paid, ...carryOn(now, order, actions, { nextPeriod: period + 1, dueAt })]
}

/** A part is paid; the rest is charged when the retry was due anyway. */
function applyMicroPaid(now: Instant, order: Order, payment: Payment, effect: PeriodEffect): Write[] {
  const billingPeriod = known(effect)
  const changes = { paid: add(billingPeriod.paid, payment.captured) }
  if (!isCurrent(order, billingPeriod.period)) return [markUncollectible(now, billingPeriod, changes)]
  return planRetry(now, order, {
    billingPeriod,
    changes,
    decision: afterMicro(now, billingPeriod, retryScheduleOf(order, effect)),
  })
}

function applyUnpaid(now: Instant, order: Order, payment: Payment, effect: PeriodEffect & { lost: boolean }): Write[] {
  const billingPeriod = known(effect)
  const changes = changesOf(billingPeriod, payment, effect)
  if (!isCurrent(order, billingPeriod.period)) return [markUncollectible(now, billingPeriod, changes)]
  const after = { ...billingPeriod, ...changes }
  const decision = retryDecisionOf(now, order, payment, after, effect)
  const { declineReason: reason = 'provider_error' } = payment
  // A payment that never arrived is no decline, and neither is a part, nor one of a card that was replaced meanwhile.
  const isNew = !effect.lost && payment.source === 're-bill' && payment.cardId === order.cardId
  const retrySchedule = retryScheduleOf(order, effect)
  return [
    ...planRetry(now, order, { billingPeriod, changes, decision }),
    ...(isNew
      ? announceFailedAttempt(now, order, { billingPeriod: after, reason, decision, schedule: retrySchedule })
      : []),
  ]
}

/**
 * The period was not paid after all. An order that has not come to bill the next one owes it again, and retries it as after a
 * decline of this moment; of any other it stays a debt.
 */
function applyCaptureFailed(now: Instant, order: Order, payment: Payment, effect: PeriodEffect): Write[] {
  const billingPeriod = known(effect)
  const paid = subtract(billingPeriod.paid, payment.captured)
  // What is left of it is charged when the retry is due anyway.
  if (billingPeriod.status !== 'paid') return [updateBillingPeriod(billingPeriod, { paid })]
  const isLast = isCurrent(order, billingPeriod.period + 1) && order.calendar !== undefined && !effect.isNextOpen
  if (!isLast) return [updateBillingPeriod(billingPeriod, { paid, status: 'uncollectible', resolvedAt: now })]
  const reason = 'declined_by_bank' as const
  const changes = { ...countFailure(billingPeriod, now, reason), paid }
  const after = { ...billingPeriod, ...changes }
  const schedule = retryScheduleOf(order, effect)
  const decision = afterFailure(now, after, reason, { ...schedule, ...effect.billingRules })
  const write = (all: BillingPeriodChanges) =>
    updateBillingPeriod(billingPeriod, { resolvedAt: undefined, status: 'open', ...all })
  return [
    ...planRetry(now, order, { billingPeriod, changes, decision, write, at: billingPeriod.period }),
    ...announceFailedAttempt(now, order, { billingPeriod: after, reason, decision, schedule }),
  ]
}

function changesOf(
  billingPeriod: BillingPeriod,
  { source, declineReason, createdAt }: Payment,
  { lost }: { lost: boolean },
): BillingPeriodChanges {
  if (lost) return { lost: billingPeriod.lost + 1 }
  if (source === 're-bill-micro') return { lastReason: declineReason }
  return countFailure(billingPeriod, createdAt, declineReason)
}

function retryDecisionOf(
  now: Instant,
  order: Order,
  { source, cardId, declineReason = 'provider_error' }: Payment,
  billingPeriod: BillingPeriod,
  { lost, ...effect }: PeriodEffect & { lost: boolean },
): RetryDecision {
  // The card was replaced while this one was charged: its decline no longer matters.
  if (cardId !== order.cardId) return { is: 'retry', at: now, micro: false }
  const schedule = retryScheduleOf(order, effect)
  if (source === 're-bill-micro' && (lost || !isFinal(declineReason))) return afterMicro(now, billingPeriod, schedule)
  return lost
    ? afterLoss(now, billingPeriod, effect.billingRules)
    : afterFailure(now, billingPeriod, declineReason, { ...schedule, ...effect.billingRules })
}

const markUncollectible = (now: Instant, billingPeriod: BillingPeriod, changes: BillingPeriodChanges): Write =>
  updateBillingPeriod(billingPeriod, { ...changes, status: 'uncollectible', resolvedAt: now })

/** Whether the order still waits for this period: it was not ended, and a managed order waits for none. */
const isCurrent = (order: Order, period: number): boolean => isBillable(order) && order.nextPeriod === period

function known({ billingPeriod }: PeriodEffect): BillingPeriod {
  assert(billingPeriod, 'a payment that bills a period has a billing period')
  return billingPeriod
}
