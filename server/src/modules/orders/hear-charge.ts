import assert from 'node:assert/strict'
import type { Instant } from '#kernel/clock.ts'
import { increase, update, type Write } from '#kernel/commit.ts'
import { add } from '#kernel/money.ts'
import type { Payment, PaymentMoved } from '#payments'
import { periodDue } from './calendar.ts'
import type { Charge } from './charge.ts'
import { announceMiss } from './missed.ts'
import { carryOn, moveOrder } from './move-order.ts'
import { cardExpires, isBillable, type Order } from './order.ts'
import { expiryActions } from './order-states.ts'
import { type ChargeChanges, changeCharge } from './plan-charge.ts'
import { isFinal } from './reason.ts'
import { afterFailure, afterLoss, afterMicro, type Schedule, type Verdict, waitsOf } from './retry-plan.ts'

/** What else counts when an order hears of a payment. */
export type Hearing = {
  /** How often a shopper may be declined before the order fails, where the order does not say it: the site's. */
  attemptsMax: number
  timeZone: string
  /** When a renewal is tried again, where the order does not say it: the site's. */
  retrySchedule: string
  /** What `findChargeHeard` found. */
  charge: Charge | undefined
}

/** What a billing's payment means for the charge it pays and the order it belongs to, as writes for the same commit. */
export function hearCharge(
  now: Instant,
  order: Order,
  { payment, action, from }: PaymentMoved,
  hearing: Hearing,
): Write[] {
  switch (payment.status) {
    case 'captured':
      if (wasTaken(from)) return []
      return payment.source === 're-bill-micro'
        ? hearMicroPaid(now, order, payment, hearing)
        : hearPaid(now, order, payment, hearing)
    case 'failed':
      return hearUnpaid(now, order, payment, { ...hearing, lost: action === 'reversed' })
    default:
      return []
  }
}

/** The period is paid: the next one is due when the calendar says, were it in the past. */
function hearPaid(now: Instant, order: Order, payment: Payment, { timeZone }: Hearing): Write[] {
  const period = payment.period!
  const paid = update('orders.charges', {
    set: { status: 'paid', paid_minor: increase(payment.captured.minor), settled_at: now },
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
function hearMicroPaid(now: Instant, order: Order, payment: Payment, hearing: Hearing): Write[] {
  const charge = known(hearing)
  const changes = { paid: add(charge.paid, payment.captured) }
  if (!isCurrent(order, charge.period)) return [giveUp(now, charge, changes)]
  return follow(now, order, charge, changes, afterMicro(now, charge, scheduleOf(order, hearing)))
}

function hearUnpaid(now: Instant, order: Order, payment: Payment, hearing: Hearing & { lost: boolean }): Write[] {
  const charge = known(hearing)
  const changes = changesOf(charge, payment, hearing)
  if (!isCurrent(order, charge.period)) return [giveUp(now, charge, changes)]
  const after = { ...charge, ...changes }
  const verdict = verdictOf(now, order, payment, after, hearing)
  const { declineReason: reason = 'provider_error' } = payment
  const plan = scheduleOf(order, hearing)
  // What never arrived is nobody's decline, and neither is a part, nor a card that was changed meanwhile.
  const isNews = !hearing.lost && payment.source === 're-bill' && payment.cardId === order.cardId
  return [
    ...follow(now, order, charge, changes, verdict),
    ...(isNews ? announceMiss(now, order, { charge: after, reason, verdict, plan }) : []),
  ]
}

function changesOf(charge: Charge, { source, declineReason, createdAt }: Payment, { lost }: { lost: boolean }) {
  if (lost) return { lost: charge.lost + 1 }
  if (source === 're-bill-micro') return { lastReason: declineReason }
  return failedOnce(charge, createdAt, declineReason)
}

/** One decline more; retries are counted from the first. */
export const failedOnce = (charge: Charge, at: Instant, lastReason: Charge['lastReason']): ChargeChanges => ({
  failures: charge.failures + 1,
  firstFailedAt: charge.firstFailedAt ?? at,
  lastReason,
})

function verdictOf(
  now: Instant,
  order: Order,
  { source, cardId, declineReason = 'provider_error' }: Payment,
  charge: Charge,
  { lost, ...hearing }: Hearing & { lost: boolean },
): Verdict {
  // The card was changed while this one was asked: what this one said no longer matters.
  if (cardId !== order.cardId) return { is: 'again', at: now, micro: false }
  const plan = scheduleOf(order, hearing)
  if (source === 're-bill-micro' && (lost || !isFinal(declineReason))) return afterMicro(now, charge, plan)
  return lost ? afterLoss(now, charge) : afterFailure(now, charge, declineReason, plan)
}

/** Carries out a verdict: the order waits for its next retry, or it has ended and the charge is given up. */
export function follow(
  now: Instant,
  order: Order,
  charge: Charge,
  changes: ChargeChanges,
  verdict: Verdict,
  write: (changes: ChargeChanges) => Write = (all) => changeCharge(charge, all),
): Write[] {
  if (verdict.is === 'over')
    return [
      write({ ...changes, status: 'given-up', settledAt: now }),
      ...moveOrder(now, order, 'end', { endReason: verdict.endReason, dueAt: undefined }),
    ]
  const misses = order.status === 'retrying' ? [] : (['miss'] as const)
  return [
    write({ ...changes, ...(verdict.micro && { micro: 'due' as const }) }),
    ...carryOn(now, order, misses, { dueAt: verdict.at }),
  ]
}

const giveUp = (now: Instant, charge: Charge, changes: ChargeChanges): Write =>
  changeCharge(charge, { ...changes, status: 'given-up', settledAt: now })

/** Whether the order still waits for this period: it was not ended, and a managed order waits for none. */
const isCurrent = (order: Order, period: number): boolean => isBillable(order) && order.nextPeriod === period

/** The waits of an order's own list, or those of its site (product decision, retries). */
export const scheduleOf = (
  { retryPayment }: Order,
  { timeZone, retrySchedule }: Pick<Hearing, 'timeZone' | 'retrySchedule'>,
): Schedule => ({
  waits: waitsOf(retryPayment ?? retrySchedule),
  timeZone,
})

function known({ charge }: Hearing): Charge {
  assert(charge, 'a payment that bills a period has a charge')
  return charge
}

/** Back from a cancellation that was refused, or from a dispute that was won: this money was heard of before. */
export const wasTaken = (from: PaymentMoved['from']): boolean =>
  from === 'cancelling' || from === 'disputed' || from === 'chargedBack'
