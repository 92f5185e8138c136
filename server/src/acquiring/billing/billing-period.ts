import type { OrderId } from '#acquiring/ids'
import type { Order } from '#acquiring/orders'
import type { Instant } from '#kernel/base/clock.ts'
import { compare, type Money, money, subtract, zero } from '#kernel/base/money.ts'
import type { Reason } from './reason.ts'

/** What one period of an order owes. The commit that records the intent of its first payment writes it. */
export type BillingPeriod = {
  orderId: OrderId
  period: number
  status: 'open' | 'paid' | 'uncollectible'
  amount: Money
  /** What a micro-payment brought, or the whole amount. */
  paid: Money
  /** The calendar's due date, or when the merchant requested it. */
  plannedAt: Instant
  openedAt: Instant
  /** Declined so far; micro-payments are not counted. */
  failures: number
  firstFailedAt: Instant | undefined
  micro: 'none' | 'due' | 'tried'
  /** Payments that never arrived at the acquirer, or whose result is unknown for good. */
  lost: number
  lastReason: Reason | undefined
}

/** The period that an order is at, which has not been charged yet. */
export const newBillingPeriod = (
  now: Instant,
  order: Order,
  plannedAt: Instant,
  amount: Money = order.amount,
): BillingPeriod => ({
  orderId: order.id,
  period: order.nextPeriod,
  status: 'open',
  amount,
  paid: zero(amount.currency),
  plannedAt,
  openedAt: now,
  failures: 0,
  firstFailedAt: undefined,
  micro: 'none',
  lost: 0,
  lastReason: undefined,
})

export const owed = ({ amount, paid }: Pick<BillingPeriod, 'amount' | 'paid'>): Money => subtract(amount, paid)

/**
 * The small payment that is tried once when a card has not enough for the whole (merchant-payments, failure handling;
 * product decision, micro-payment): a tenth, rounded down, at least 1.00, of amounts of 20.00 or more.
 */
export function microAmount(amount: Money): Money | undefined {
  if (compare(amount, money(microFromMinor, amount.currency)) < 0) return undefined
  const tenth = amount.minor / 10n
  return money(tenth < microLeastMinor ? microLeastMinor : tenth, amount.currency)
}
const microFromMinor = 20_00n
const microLeastMinor = 1_00n
