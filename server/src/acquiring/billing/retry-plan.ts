import type { Order, SiteRules } from '#acquiring/orders'
import type { Instant } from '#kernel/base/clock.ts'
import type { BillingPeriod } from './billing-period.ts'
import { isTriedInPart, type MicroPayments } from './micro-payments.ts'
import { isFinal, type Reason } from './reason.ts'

/** What follows when a billing period was not paid. */
export type RetryDecision = { is: 'exhausted'; endReason: string } | { is: 'retry'; at: Instant; micro: boolean }

export type RetrySchedule = { waits: readonly Temporal.Duration[]; timeZone: string }

/** What an installation decides about retries. */
export type BillingRules = {
  micro: MicroPayments
  /** After errors of the provider, exceeded limits and lost requests. */
  errorWait: Temporal.Duration
}

/** The order's own list of waits, or that of its site (product decision, retries). */
export const retryScheduleOf = (
  { retryPayment }: Pick<Order, 'retryPayment'>,
  { timeZone, retrySchedule }: Pick<SiteRules, 'timeZone' | 'retrySchedule'>,
): RetrySchedule => ({ waits: waitsOf(retryPayment ?? retrySchedule), timeZone })

/**
 * Decides what follows a decline (merchant-payments, failure handling). `billingPeriod` counts this decline already.
 * A card that will never work ends the order; a card without enough money is charged a small part at once; after errors
 * of the provider and exceeded limits the retry waits as the installation says, a day by default; otherwise it is when the
 * order's list says. Each retry uses one entry of the list, whatever it waited for, so a list of three means three retries.
 */
export function afterFailure(
  now: Instant,
  billingPeriod: BillingPeriod,
  reason: Reason,
  { micro: parts, errorWait, ...schedule }: RetrySchedule & BillingRules,
): RetryDecision {
  const again = nextRetry(now, billingPeriod, schedule)
  if (isFinal(reason)) return { is: 'exhausted', endReason: reason }
  switch (reason) {
    case 'insufficient_funds': {
      const micro = billingPeriod.micro === 'none' && isTriedInPart(parts, billingPeriod.amount)
      return again && micro ? { is: 'retry', at: now, micro } : decision(again)
    }
    case 'provider_error':
    case 'limit_exceeded':
      return decision(again && now.add(errorWait))
    default:
      return decision(again)
  }
}

/** After the micro-payment, whatever its result, the rest is charged at the retry that was due anyway. */
export const afterMicro = (now: Instant, billingPeriod: BillingPeriod, schedule: RetrySchedule): RetryDecision =>
  decision(nextRetry(now, billingPeriod, schedule))

/**
 * A payment that never arrived is no decline: it uses no entry of the list. When thirty of them were lost, the order
 * ends rather than being retried for ever.
 */
export const afterLoss = (
  now: Instant,
  billingPeriod: BillingPeriod,
  { errorWait }: Pick<BillingRules, 'errorWait'>,
): RetryDecision =>
  billingPeriod.lost <= lostMax ? decision(now.add(errorWait)) : { is: 'exhausted', endReason: 'provider_unreachable' }
const lostMax = 30

const decision = (at: Instant | undefined): RetryDecision =>
  at ? { is: 'retry', at, micro: false } : { is: 'exhausted', endReason: 'retries_exhausted' }

const dayLater = { hours: 24 }

/**
 * The retry after the last decline: so long after the first one. A period that began anew has no decline yet, and is due
 * at its new date. A retry that was missed because nothing was running keeps
 * its distance from the one before, so that downtime does not use up the list in one evening.
 */
function nextRetry(now: Instant, period: BillingPeriod, { waits, timeZone }: RetrySchedule): Instant | undefined {
  const { failures, firstFailedAt, plannedAt } = period
  if (failures === 0) return Temporal.Instant.compare(plannedAt, now) > 0 ? plannedAt : now
  const first = (firstFailedAt ?? now).toZonedDateTimeISO(timeZone)
  const moments = momentsOf(first, waits)
  const next = moments[failures - 1]
  if (!next || Temporal.Instant.compare(next, now) > 0) return next
  const before = moments[failures - 2] ?? first.toInstant()
  const distance = next.since(before)
  return now.add(distance.sign > 0 ? distance : dayLater)
}

/**
 * When an unpaid period is retried, as far as that is known: at `dueAt`, and then as the list says. Another decline may
 * change it (a card without enough money is charged a part, errors of the provider wait a day).
 */
export function retriesLeft(
  billingPeriod: BillingPeriod,
  dueAt: Instant | undefined,
  { waits, timeZone }: RetrySchedule,
): Instant[] {
  const { failures, firstFailedAt } = billingPeriod
  if (!firstFailedAt) return dueAt ? [dueAt] : []
  const planned = momentsOf(firstFailedAt.toZonedDateTimeISO(timeZone), waits).slice(failures)
  return dueAt ? [dueAt, ...planned.filter((at) => Temporal.Instant.compare(at, dueAt) > 0)] : planned
}

const momentsOf = (first: Temporal.ZonedDateTime, waits: RetrySchedule['waits']): Instant[] =>
  waits.map((wait) => first.add(wait).toInstant()).sort(Temporal.Instant.compare)

/** A list of waits that was checked when it was stored. */
export const waitsOf = (list: string): readonly Temporal.Duration[] =>
  list.split(',').map((wait) => Temporal.Duration.from(wait))
