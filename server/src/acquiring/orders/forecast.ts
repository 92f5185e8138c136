import { type Payment, underWay } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import { type PaymentEffect, scheduleOf } from './apply-payment-to-period.ts'
import { type BillingPeriod, owed } from './billing-period.ts'
import { type ScheduledPeriod, schedule } from './calendar.ts'
import { firstAmount, isBillable, isBilledLater, type Order } from './order.ts'
import { retriesLeft } from './retry-plan.ts'

/** What of a site its dates depend on. */
export type SiteCalendar = Pick<PaymentEffect, 'timeZone' | 'retrySchedule'>

/** A charge that is to come, or that is owed already. */
export type ForecastPeriod = ScheduledPeriod & {
  /** Present: it was declined so often, and is tried again at these moments; the list is empty when it is not. */
  debt: { failures: number; retries: readonly Instant[] } | undefined
  /** It is being asked for at this moment. */
  underWay: boolean
}

/**
 * The whole future of an order as far as it is asked for, oldest first: the debt that is being retried, and the charges
 * behind it by the calendar. Of an order that waits for its first payment it is what would come if that were made now.
 * Nothing is to come of a managed order, whose merchant decides, and of one that has ended.
 */
export function forecast(
  order: Order,
  billingPeriod: BillingPeriod | undefined,
  { now, count, until, ...site }: SiteCalendar & { now: Instant; count: number; until?: Instant | undefined },
): ForecastPeriod[] {
  const goesOn = order.status === 'start' || (isBillable(order) && order.interval !== undefined)
  if (!goesOn) return []
  const open = billingPeriod?.status === 'open' && billingPeriod.period === order.nextPeriod ? billingPeriod : undefined
  const isSoonEnough = (at: Instant) => until === undefined || Temporal.Instant.compare(at, until) <= 0
  return schedule(order, site, { from: now, limit: count })
    .map((scheduled) => {
      const charged = scheduled.period === open?.period ? open : undefined
      return charged ? owedNow(order, charged, scheduled, site) : { ...scheduled, debt: undefined, underWay: false }
    })
    .filter(({ at, debt }) => debt !== undefined || isSoonEnough(at))
}

function owedNow(
  order: Order,
  billingPeriod: BillingPeriod,
  scheduled: ScheduledPeriod,
  site: SiteCalendar,
): ForecastPeriod {
  const { dueAt } = order
  return {
    ...scheduled,
    at: billingPeriod.plannedAt,
    amount: owed(billingPeriod),
    debt: { failures: billingPeriod.failures, retries: retriesLeft(billingPeriod, dueAt, scheduleOf(order, site)) },
    underWay: dueAt === undefined,
  }
}

/** A charge that is settled, with everything that was asked of cards for it. Period 0 is the shopper's first payment. */
export type PastPeriod = {
  period: number
  status: 'paid' | 'uncollectible'
  at: Instant
  amount: Money
  payments: readonly Payment[]
}

/** What was charged so far, the newest first; `payments` are all of the order. At most `pastMax`. */
export function pastPeriods(
  order: Order,
  forecasts: readonly BillingPeriod[],
  payments: readonly Payment[],
): PastPeriod[] {
  const requested = payments.filter(
    ({ type, source }) => (type === 'deposit' || type === 'verify-card') && source !== 'card-change',
  )
  const ofPeriod = Map.groupBy(requested, ({ period }) => period ?? 0)
  const settled = forecasts.flatMap(({ period, status, plannedAt, amount }): PastPeriod[] =>
    status === 'open' ? [] : [{ period, status, at: plannedAt, amount, payments: ofPeriod.get(period) ?? [] }],
  )
  return [...firstPeriod(order, ofPeriod.get(0) ?? []), ...settled].reverse().slice(0, pastMax)
}
/** A daily order of three months; whoever wants more of the past asks for the transactions. */
export const pastMax = 100

function firstPeriod(order: Order, payments: readonly Payment[]): PastPeriod[] {
  if (order.status === 'start' || (!isBilledLater(order) && order.status === 'in-progress')) return []
  const paying = payments.find(({ status }) => !['failed', 'voided', ...underWay].includes(status))
  const status = paying ? 'paid' : 'uncollectible'
  return [{ period: 0, status, at: paying?.createdAt ?? order.createdAt, amount: firstAmount(order), payments }]
}
