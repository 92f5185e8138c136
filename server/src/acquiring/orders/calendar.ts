import type { Interval } from '#acquiring/terms'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'

/**
 * When an order falls due: whole intervals counted from one moment. A billing never changes that moment, so nothing
 * drifts: an order that began on the 31st is billed on the last day of a short month and on the 31st of a long one again.
 */
export type Calendar = {
  anchor: Instant
  /** The period that falls due `lead` units of the interval after the anchor; each later one an interval more. */
  anchorPeriod: number
  lead: number
}

/**
 * The moment `n` intervals (and `lead` units) after the anchor, at the anchor's wall time in the zone. A day that the
 * month does not have is its last one; a wall time that a clock change skips is the moment as much later, and of one
 * that comes twice it is the first (product decision, billing dates; RFC 5545 section 3.3.5 resolves the latter two so).
 */
export function dueDate(
  { anchor, unit, count, lead = 0, timeZone }: Interval & { anchor: Instant; lead?: number; timeZone: string },
  n: number,
): Instant {
  const units = lead + n * count
  return anchor
    .toZonedDateTimeISO(timeZone)
    .add(unit === 'month' ? { months: units } : { days: units })
    .toInstant()
}

/** Where the calendar of an order begins, whose first payment was made at `startedAt` and is period 0. */
export function calendarFrom(startedAt: Instant, firstBillAt: Instant | undefined): Calendar {
  const later = firstBillAt !== undefined && Temporal.Instant.compare(firstBillAt, startedAt) > 0
  return later ? { anchor: firstBillAt, anchorPeriod: 1, lead: 0 } : { anchor: startedAt, anchorPeriod: 0, lead: 0 }
}

/** When a period of an order falls due. */
export const periodDue = (
  { anchor, anchorPeriod, lead }: Calendar,
  interval: Interval,
  timeZone: string,
  period: number,
): Instant => dueDate({ ...interval, anchor, lead, timeZone }, period - anchorPeriod)

/**
 * The same calendar with another interval: the next period keeps its date and the later ones are counted from there.
 * From months to months the day of the month is remembered, also when the next date is a clamped one.
 */
export function withInterval(
  calendar: Calendar,
  { from, to, nextPeriod, timeZone }: { from: Interval; to: Interval; nextPeriod: number; timeZone: string },
): Calendar {
  if (from.unit === to.unit) {
    const lead = calendar.lead + (nextPeriod - calendar.anchorPeriod) * from.count
    return { anchor: calendar.anchor, anchorPeriod: nextPeriod, lead }
  }
  return { anchor: periodDue(calendar, from, timeZone, nextPeriod), anchorPeriod: nextPeriod, lead: 0 }
}

/** What an order's future is computed from. */
export type Scheduled = {
  amount: Money
  trialAmount: Money | undefined
  interval: Interval | undefined
  firstBillAt: Instant | undefined
  calendar: Calendar | undefined
  nextPeriod: number
  /** Undefined: it goes on. */
  plannedEnd?: { lastPeriod: number } | undefined
}
export type ScheduledPeriod = { period: number; at: Instant; amount: Money; trial: boolean }

/**
 * The charges to come, in order, before any of them happens: those that are not settled and fall due at `from` or later,
 * and those that are overdue. An order that is not paid yet is computed as if its shopper paid at `from`. Empty for
 * an order without a calendar; call it only for orders that can be billed.
 */
export function schedule(
  order: Scheduled,
  { timeZone }: { timeZone: string },
  { from, limit }: { from: Instant; limit: number },
): ScheduledPeriod[] {
  const { interval, trialAmount, amount } = order
  const left = order.plannedEnd ? order.plannedEnd.lastPeriod - order.nextPeriod + 1 : scheduleMax
  const size = Math.max(0, Math.min(limit, scheduleMax, left))
  const calendar = order.calendar ?? calendarFrom(from, order.firstBillAt)
  return Array.from({ length: interval || !order.calendar ? size : 0 }, (_, index): ScheduledPeriod | undefined => {
    const period = order.nextPeriod + index
    if (period === 0) return { period, at: from, amount: trialAmount ?? amount, trial: trialAmount !== undefined }
    return interval && { period, at: periodDue(calendar, interval, timeZone, period), amount, trial: false }
  }).filter((billingPeriod) => billingPeriod !== undefined)
}
const scheduleMax = 1_000
