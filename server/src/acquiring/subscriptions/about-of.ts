import { type ForecastPeriod, forecast } from '#acquiring/billing'
import { isBilledAgain, periodDue } from '#acquiring/orders'
import { underWay } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, subtract } from '#kernel/base/money.ts'
import type { SubscriptionsContext } from './context.ts'
import type { About, StatusShown } from './pages/view.ts'
import { linkStateOf, type Visit } from './visit.ts'

/** What is subscribed and its status, as the pages show them. */
export const aboutOf = (ctx: SubscriptionsContext, visit: Visit): About => ({
  managed: visit.order.type === 'managed',
  description: visit.order.description || undefined,
  amount: visit.order.amount,
  every: visit.order.interval && { type: visit.order.interval.unit, value: visit.order.interval.count },
  status: statusShown(ctx, visit),
})

function statusShown(ctx: SubscriptionsContext, visit: Visit): StatusShown {
  const status = linkStateOf(visit)
  const { order, payments } = visit
  switch (status) {
    case 'waiting':
    case 'neverBegan':
      return { is: status }
    case 'ended':
      return { is: 'ended', by: endedBy(order.endReason), paidUntil: paidUntilOf(ctx, visit) }
    case 'charging': {
      const requested = payments.find(({ status }) => underWay.some((one) => one === status))
      return { is: 'charging', amount: requested?.amount ?? order.amount }
    }
    // While a card is verified, the subscription is shown as before.
    default:
      if (order.status === 'retrying') return owing(ctx, visit)
      return ending(visit) ?? active(ctx, visit)
  }
}

function endedBy(reason: string | undefined): 'shopper' | 'merchant' | 'unpaid' {
  if (reason === 'cancelled_by_shopper') return 'shopper'
  return reason !== undefined && byMerchant.has(reason) ? 'merchant' : 'unpaid'
}
const byMerchant: ReadonlySet<string> = new Set(['cancelled_by_merchant', 'customer_deleted', 'merchant_closed'])

function active(ctx: SubscriptionsContext, visit: Visit): StatusShown {
  const [next] = foreseen(ctx, visit, { count: 1 })
  return { is: 'active', next: next && { on: dayOf(visit, next.at), amount: next.amount } }
}

function ending(visit: Visit): StatusShown | undefined {
  const { plannedEnd, dueAt, amount } = visit.order
  if (!plannedEnd || !dueAt) return undefined
  const by = plannedEnd.by === 'merchant' ? 'merchant' : 'shopper'
  return { is: 'ending', by, on: dayOf(visit, dueAt), lastBill: isBilledAgain(visit.order) ? amount : undefined }
}

/** The day with which what is paid is over, where the shopper can still cancel with it. */
export function endsLaterOn(ctx: SubscriptionsContext, visit: Visit): Temporal.PlainDate | undefined {
  const { order, debt } = visit
  const { dueAt, interval, plannedEnd } = order
  if (linkStateOf(visit) === 'charging' || order.status === 'retrying' || debt || !interval || !dueAt) return undefined
  if (plannedEnd && plannedEnd.by !== 'merchant') return undefined
  // Not the due time: a bill may wait long after the period that is paid.
  return paidUntilOf(ctx, visit)
}

function owing(ctx: SubscriptionsContext, visit: Visit): StatusShown {
  const { order, debt } = visit
  const { dueAt } = order
  const waits = dueAt && Temporal.Instant.compare(dueAt, ctx.clock.now()) > 0
  return {
    is: 'owing',
    amount: owedBy(visit) ?? order.amount,
    since: dayOf(visit, debt?.plannedAt ?? order.createdAt),
    retry: waits ? dayOf(visit, dueAt) : 'soon',
  }
}

/** What is open of the period that was due and is not paid. */
export function owedBy({ order, debt }: Visit): Money | undefined {
  return order.status === 'retrying' && debt ? subtract(debt.amount, debt.paid) : undefined
}

/** The upcoming payments of the order, for at most a year. */
export function foreseen(
  { clock }: SubscriptionsContext,
  { order, debt, site: { timeZone, retrySchedule } }: Visit,
  { count }: { count: number },
): ForecastPeriod[] {
  const now = clock.now()
  const until = now.toZonedDateTimeISO(timeZone).add({ years: 1 }).toInstant()
  // The next one is shown, however far away it is.
  const [next, ...others] = forecast(order, debt, { timeZone, retrySchedule, now, count })
  return next ? [next, ...others.filter(({ at }) => Temporal.Instant.compare(at, until) <= 0)] : []
}

/** What is paid already reaches as far as the first period that is not; undefined when that is in the past. */
export function paidUntilOf(
  { clock }: SubscriptionsContext,
  { order, site }: Pick<Visit, 'order' | 'site'>,
): Temporal.PlainDate | undefined {
  const { calendar, interval, nextPeriod } = order
  if (!calendar || !interval || order.status === 'start') return undefined
  const due = periodDue(calendar, interval, site.timeZone, nextPeriod)
  return Temporal.Instant.compare(due, clock.now()) > 0 ? dayOf({ site }, due) : undefined
}

export const dayOf = ({ site }: Pick<Visit, 'site'>, at: Instant): Temporal.PlainDate =>
  at.toZonedDateTimeISO(site.timeZone).toPlainDate()
