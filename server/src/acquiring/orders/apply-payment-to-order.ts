import type { Chargeback, Payment, PaymentStatusChanged, Payout, TransactionStatus } from '#acquiring/payments'
import type { DisputeReason } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { calendarFrom, periodDue } from './calendar.ts'
import { endOrder } from './end-order.ts'
import type { ChargedCard } from './events.ts'
import { cardExpires, isBillable, isBilledLater, nextBillAt, type Order } from './order.ts'
import { expiryActions, type OrderAction } from './order-states.ts'
import { amendOrder, carryOn, type OrderChanges, transitionOrder } from './transition-order.ts'

/** What of its site decides what a payment means for an order. */
export type SiteRules = {
  /** How often a shopper may be declined before the order fails, where the order does not say it. */
  attemptsMax: number
  /** IANA name. */
  timeZone: string
  /** When a renewal is retried, where the order does not say it: ISO 8601 durations with commas between. */
  retrySchedule: string
}

/** Whether a payment's new status can mean anything for its order; where it cannot, nothing need be read. */
export const concernsOrder = ({ payment, action, from }: PaymentStatusChanged): boolean =>
  payment.type === 'chargeback'
    ? action === 'chargeBack'
    : payment.parentId === undefined &&
      (payment.status === 'captureFailed' || (concerning.has(payment.status) && !wasCaptured(from)))
const concerning: ReadonlySet<TransactionStatus> = new Set([
  'authorized',
  'captured',
  'verified',
  'credited',
  'voided',
  'failed',
])

/**
 * What a payment's new status means for its order, as writes for the same commit. A payment that bills a period is not for
 * here: `applyPaymentToPeriod` in `billing` is its counterpart.
 */
export function applyPaymentToOrder(
  now: Instant,
  order: Order,
  transition: PaymentStatusChanged,
  site: SiteRules,
): Write[] {
  const { payment, action, from } = transition
  if (payment.type === 'chargeback') return applyChargeback(now, order, { payment, action, from })
  if (payment.parentId !== undefined) return []
  if (payment.type === 'credit') return applyPayout(now, order, payment)
  if (payment.source === 'card-change') return applyCardChange(now, order, payment, site)
  switch (payment.status) {
    case 'authorized':
      if (order.status !== 'start') return []
      return isBilledLater(order)
        ? activate(now, order, payment, site)
        : transitionOrder(now, order, 'reserve', paidWith(payment))
    case 'captured':
    case 'verified':
      return applyPaid(now, order, { payment, action, from }, site)
    case 'failed':
      return order.status === 'start' ? applyFailed(now, order, action, payment, site) : []
    case 'voided':
      return !isBilledLater(order) && order.status === 'in-progress'
        ? transitionOrder(now, order, 'fail', { endReason: 'authorization_voided' })
        : []
    default:
      return []
  }
}

/** An order of type credit is one payout: it is complete with it, or fails with it. */
function applyPayout(now: Instant, order: Order, payment: Payout): Write[] {
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

const paidWith = ({ cardId, card }: Payment | Payout): OrderChanges => ({
  ...(cardId && { cardId }),
  ...(card.wallet && { wallet: card.wallet.type }),
})

function applyPaid(
  now: Instant,
  order: Order,
  { payment, from }: PaymentStatusChanged<Payment>,
  site: SiteRules,
): Write[] {
  if (wasCaptured(from)) return []
  if (order.status === 'start')
    return isBilledLater(order)
      ? activate(now, order, payment, site)
      : transitionOrder(now, order, 'pay', paidWith(payment))
  return order.status === 'in-progress' && !isBilledLater(order)
    ? transitionOrder(now, order, 'pay', paidWith(payment))
    : []
}

/**
 * The shopper's own first payment succeeded, so the order can be billed. Its calendar is counted from the moment they
 * paid, not from when the response of their bank arrived.
 */
function activate(now: Instant, order: Order, payment: Payment, { timeZone }: SiteRules): Write[] {
  const changes: OrderChanges = { ...paidWith(payment), nextPeriod: 1 }
  if (!order.interval) return transitionOrder(now, order, 'activate', changes)
  const calendar = calendarFrom(payment.createdAt, order.firstBillAt)
  const dueAt = periodDue(calendar, order.interval, timeZone, 1)
  const actions: OrderAction[] = cardExpires(payment.card, dueAt, timeZone) ? ['activate', 'cardExpires'] : ['activate']
  return transitionOrder(now, order, actions, { ...changes, calendar, dueAt }, { card: chargedCard(payment) })
}

/** A new card was verified: it is billed from now on, and what is owed is due at once. */
function applyCardChange(now: Instant, order: Order, payment: Payment, { timeZone }: SiteRules): Write[] {
  if (payment.status !== 'verified' || !payment.cardId || !isBillable(order)) return []
  const changes: OrderChanges = { cardId: payment.cardId, networkTransaction: undefined }
  if (order.status === 'retrying') return amendOrder(order, { ...changes, dueAt: now })
  const actions = expiryActions(order.status, cardExpires(payment.card, nextBillAt(order), timeZone))
  return carryOn(now, order, actions, changes, chargedCard(payment))
}

function chargedCard({ cardId: id, card: { brand, last4, expiry } }: Payment): ChargedCard | undefined {
  if (id === undefined) return undefined
  const [expiryMonth, expiryYear] = expiry.split('/').map(Number)
  return { id, brand, last4, expiryMonth: expiryMonth!, expiryYear: expiryYear! }
}

/**
 * Only what the shopper or their bank decided counts as an attempt; a payment that never arrived does not. After a soft
 * decline the payment should be sent again, so soft declines alone fail no order before the third.
 */
function applyFailed(
  now: Instant,
  order: Order,
  action: PaymentStatusChanged['action'],
  { declineReason }: Payment,
  site: SiteRules,
): Write[] {
  if (action === 'reversed') return []
  const attempts = order.attempts + 1
  return attempts < attemptsMaxOf(order, declineReason, site)
    ? amendOrder(order, { attempts })
    : transitionOrder(now, order, 'fail', { attempts, endReason: declineReason ?? 'attempts_used_up' })
}

function attemptsMaxOf(order: Order, reason: Payment['declineReason'], site: Pick<SiteRules, 'attemptsMax'>): number {
  const most = order.attemptsMax ?? site.attemptsMax
  return reason === 'authentication_required' ? Math.max(most, softDeclinesMax) : most
}
const softDeclinesMax = 3

/** Whether the order waits to be paid still when this attempt has failed. `order` is as it was before. */
export const staysPayable = (
  order: Order,
  { payment, action }: PaymentStatusChanged<Payment>,
  site: Pick<SiteRules, 'attemptsMax'>,
): boolean =>
  order.status === 'start' &&
  (action === 'reversed' || order.attempts + 1 < attemptsMaxOf(order, payment.declineReason, site))

/**
 * A cardholder who disputes a payment as fraud, or as made after they cancelled, is not charged again (product decision,
 * charge-backs). Other disputes are about one delivery, and the order goes on.
 */
function applyChargeback(now: Instant, order: Order, { payment, action }: PaymentStatusChanged<Chargeback>): Write[] {
  const ends = action === 'chargeBack' && payment.reversal?.reason && endingReasons.has(payment.reversal.reason)
  if (!ends || !isBillable(order)) return []
  return endOrder(now, order, { endReason: 'charged_back' })
}
const endingReasons: ReadonlySet<string> = new Set(['fraud', 'subscription_cancelled'] satisfies DisputeReason[])

/**
 * Back from a cancellation that was refused, from a dispute that was won, or from a refund that came back: the capture was
 * applied before.
 */
export const wasCaptured = (from: PaymentStatusChanged['from']): boolean =>
  from === 'cancelling' || from === 'disputed' || from === 'chargedBack' || from === 'refunded'
