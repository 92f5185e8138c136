import assert from 'node:assert/strict'
import type { Payment, PaymentStatusChanged } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { add } from '#kernel/base/money.ts'
import { increase, update, type Write } from '#kernel/db/commit/commit.ts'
import type { BillingPeriod } from './billing-period.ts'
import { periodDue } from './calendar.ts'
import { announceFailedAttempt } from './failed-attempt.ts'
import { cardExpires, isBillable, type Order } from './order.ts'
import { expiryActions } from './order-states.ts'
import { type BillingPeriodChanges, updateBillingPeriod } from './plan-billing-period.ts'
import { isFinal } from './reason.ts'
import { afterFailure, afterLoss, afterMicro, type RetryDecision, type Schedule, waitsOf } from './retry-plan.ts'
import { carryOn, transitionOrder } from './transition-order.ts'

/** What else counts when an order hears of a payment. */
export type PaymentEffect = {
  /** How often a shopper may be declined before the order fails, where the order does not say it: the site's. */
  attemptsMax: number
  timeZone: string
  /** When a renewal is tried again, where the order does not say it: the site's. */
  retrySchedule: string
  /** What `findBillingPeriodOf` found. */
  billingPeriod: BillingPeriod | undefined
}

/** What a billing's payment means for the charge it pays and the order it belongs to, as writes for the same commit. */
export function applyPaymentToPeriod(
  now: Instant,
  order: Order,
  { payment, action, from }: PaymentStatusChanged,
  effect: PaymentEffect,
): Write[] {
  switch (payment.status) {
    case 'captured':
      if (wasCaptured(from)) return []
      return payment.source === 're-bill-micro'
        ? applyMicroPaid(now, order, payment, effect)
        : applyPaid(now, order, payment, effect)
    case 'failed':
      return applyUnpaid(now, order, payment, { ...effect, lost: action === 'reversed' })
    default:
      return []
  }
}

/** The period is paid: the next one is due when the calendar says, were it in the past. */
function applyPaid(now: Instant, order: Order, payment: Payment, { timeZone }: PaymentEffect): Write[] {
  const period = payment.period!
  const paid = update('orders.billing_periods', {
    set: { status: 'paid', paid_minor: increase(payment.captured.minor), resolved_at: now },
    where: { order_id: order.id, period, status: 'open' },
  })
  const { interval, calendar } = order
  // A managed order has no calendar, and one that has ended meanwhile no future.
  if (!interval || !calendar || !isCurrent(order, period)) return [paid]
  const dueAt = periodDue(calendar, interval, timeZone, period + 1)
  const recovers = order.status === 'retrying'
  const status = recovers ? 'in-progress' : order.status
  const expires = payment.cardId === order.cardId && cardExpires(payment.card, dueAt, timeZone)
  const actions = [...(recovers ? (['recover'] as const) : []), ...expiryActions(status, expires)]
  return [paid, ...carryOn(now, order, actions, { nextPeriod: period + 1, dueAt })]
}

/** A part is paid; the rest is asked for when the retry was due anyway. */
function applyMicroPaid(now: Instant, order: Order, payment: Payment, effect: PaymentEffect): Write[] {
  const billingPeriod = known(effect)
  const changes = { paid: add(billingPeriod.paid, payment.captured) }
  if (!isCurrent(order, billingPeriod.period)) return [markUncollectible(now, billingPeriod, changes)]
  return follow(now, order, billingPeriod, changes, afterMicro(now, billingPeriod, scheduleOf(order, effect)))
}

function applyUnpaid(now: Instant, order: Order, payment: Payment, effect: PaymentEffect & { lost: boolean }): Write[] {
  const billingPeriod = known(effect)
  const changes = changesOf(billingPeriod, payment, effect)
  if (!isCurrent(order, billingPeriod.period)) return [markUncollectible(now, billingPeriod, changes)]
  const after = { ...billingPeriod, ...changes }
  const decision = retryDecisionOf(now, order, payment, after, effect)
  const { declineReason: reason = 'provider_error' } = payment
  const plan = scheduleOf(order, effect)
  // What never arrived is nobody's decline, and neither is a part, nor a card that was changed meanwhile.
  const isNew = !effect.lost && payment.source === 're-bill' && payment.cardId === order.cardId
  return [
    ...follow(now, order, billingPeriod, changes, decision),
    ...(isNew ? announceFailedAttempt(now, order, { billingPeriod: after, reason, decision, plan }) : []),
  ]
}

function changesOf(
  billingPeriod: BillingPeriod,
  { source, declineReason, createdAt }: Payment,
  { lost }: { lost: boolean },
) {
  if (lost) return { lost: billingPeriod.lost + 1 }
  if (source === 're-bill-micro') return { lastReason: declineReason }
  return failedOnce(billingPeriod, createdAt, declineReason)
}

/** One decline more; retries are counted from the first. */
export const failedOnce = (
  billingPeriod: BillingPeriod,
  at: Instant,
  lastReason: BillingPeriod['lastReason'],
): BillingPeriodChanges => ({
  failures: billingPeriod.failures + 1,
  firstFailedAt: billingPeriod.firstFailedAt ?? at,
  lastReason,
})

function retryDecisionOf(
  now: Instant,
  order: Order,
  { source, cardId, declineReason = 'provider_error' }: Payment,
  billingPeriod: BillingPeriod,
  { lost, ...effect }: PaymentEffect & { lost: boolean },
): RetryDecision {
  // The card was changed while this one was asked: what this one said no longer matters.
  if (cardId !== order.cardId) return { is: 'retry', at: now, micro: false }
  const plan = scheduleOf(order, effect)
  if (source === 're-bill-micro' && (lost || !isFinal(declineReason))) return afterMicro(now, billingPeriod, plan)
  return lost ? afterLoss(now, billingPeriod) : afterFailure(now, billingPeriod, declineReason, plan)
}

/** Carries out a verdict: the order waits for its next retry, or it has ended and the charge is given up. */
export function follow(
  now: Instant,
  order: Order,
  billingPeriod: BillingPeriod,
  changes: BillingPeriodChanges,
  decision: RetryDecision,
  write: (changes: BillingPeriodChanges) => Write = (all) => updateBillingPeriod(billingPeriod, all),
): Write[] {
  if (decision.is === 'exhausted')
    return [
      write({ ...changes, status: 'uncollectible', resolvedAt: now }),
      ...transitionOrder(now, order, 'end', { endReason: decision.endReason, dueAt: undefined }),
    ]
  const failedAttempts = order.status === 'retrying' ? [] : (['failAttempt'] as const)
  return [
    write({ ...changes, ...(decision.micro && { micro: 'due' as const }) }),
    ...carryOn(now, order, failedAttempts, { dueAt: decision.at }),
  ]
}

const markUncollectible = (now: Instant, billingPeriod: BillingPeriod, changes: BillingPeriodChanges): Write =>
  updateBillingPeriod(billingPeriod, { ...changes, status: 'uncollectible', resolvedAt: now })

/** Whether the order still waits for this period: it was not ended, and a managed order waits for none. */
const isCurrent = (order: Order, period: number): boolean => isBillable(order) && order.nextPeriod === period

/** The waits of an order's own list, or those of its site (product decision, retries). */
export const scheduleOf = (
  { retryPayment }: Order,
  { timeZone, retrySchedule }: Pick<PaymentEffect, 'timeZone' | 'retrySchedule'>,
): Schedule => ({
  waits: waitsOf(retryPayment ?? retrySchedule),
  timeZone,
})

function known({ billingPeriod }: PaymentEffect): BillingPeriod {
  assert(billingPeriod, 'a payment that bills a period has a charge')
  return billingPeriod
}

/** Back from a cancellation that was refused, or from a dispute that was won: this money was heard of before. */
export const wasCaptured = (from: PaymentStatusChanged['from']): boolean =>
  from === 'cancelling' || from === 'disputed' || from === 'chargedBack'
