import {
  firstAmount,
  isBillable,
  isBilledLater,
  type Order,
  type ScheduledPeriod,
  type SiteRules,
  schedule,
} from '#acquiring/orders'
import { type Payment, underWay } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import { type BillingPeriod, owed } from './billing-period.ts'
import { retriesLeft, retryScheduleOf } from './retry-plan.ts'

/** What the dates depend on. */
type SiteCalendar = Pick<SiteRules, 'timeZone' | 'retrySchedule'>

/** A period that will be charged, or that is owed already. */
export type ForecastPeriod = ScheduledPeriod & {
  /** Present: it was declined so often, and is retried at these times; the list is empty when it is not retried. */
  debt: { failures: number; retries: readonly Instant[] } | undefined
  /** It is being charged at this moment. */
  underWay: boolean
}

/**
 * What an order will charge, oldest first: the debt that is being retried, and the periods after it by the calendar. For
 * an order that waits for its first payment: what would be charged if that were made now. Empty for a managed order, whose
 * merchant decides, and for one that has ended.
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
    debt: {
      failures: billingPeriod.failures,
      retries: retriesLeft(billingPeriod, dueAt, retryScheduleOf(order, site)),
    },
    underWay: dueAt === undefined,
  }
}

/** A period that is resolved, with its payments. Period 0 is the shopper's first payment. */
export type PastPeriod = {
  period: number
  status: 'paid' | 'uncollectible'
  at: Instant
  amount: Money
  payments: readonly Payment[]
}

/** What was charged so far, newest first, at most `pastMax` periods. `payments` are all of the order. */
export function pastPeriods(
  order: Order,
  billingPeriods: readonly BillingPeriod[],
  payments: readonly Payment[],
): PastPeriod[] {
  const requested = payments.filter(
    ({ type, source }) => (type === 'deposit' || type === 'verify-card') && source !== 'card-change',
  )
  const ofPeriod = Map.groupBy(requested, ({ period }) => period ?? 0)
  const resolved = billingPeriods.flatMap(({ period, status, plannedAt, amount }): PastPeriod[] =>
    status === 'open' ? [] : [{ period, status, at: plannedAt, amount, payments: ofPeriod.get(period) ?? [] }],
  )
  return [...firstPeriod(order, ofPeriod.get(0) ?? []), ...resolved].reverse().slice(0, pastMax)
}
/** Three months of a daily order; the transactions have the rest. */
export const pastMax = 100

function firstPeriod(order: Order, payments: readonly Payment[]): PastPeriod[] {
  if (order.status === 'start' || (!isBilledLater(order) && order.status === 'in-progress')) return []
  const paying = payments.find(({ status }) => !['failed', 'voided', ...underWay].includes(status))
  const status = paying ? 'paid' : 'uncollectible'
  return [{ period: 0, status, at: paying?.createdAt ?? order.createdAt, amount: firstAmount(order), payments }]
}
