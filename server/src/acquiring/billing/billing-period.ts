import type { OrderId } from '#acquiring/ids'
import type { Order } from '#acquiring/orders'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, subtract, zero } from '#kernel/base/money.ts'
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
