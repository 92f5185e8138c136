import { staffActions } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import type { ComparedDay } from './compare-report.ts'
import { refuse } from './refusals.ts'
import { settlementOf } from './report.ts'

/** What an operator can do with a day of a report. */
export const dayActions = staffActions(
  {
    match: { permission: 'settlements:resolve', caller: 'operator' },
    settle: { permission: 'settlements:resolve', caller: 'operator' },
  },
  [
    'report_day_agrees',
    'report_day_matched',
    'report_day_settled',
    'report_day_differs',
    'report_day_empty',
    'report_day_not_over',
  ],
)

/** A day of a report that was found by its number. */
type NamedDay = { reportId: bigint; found: ComparedDay }

export const dayGuards = (named: NamedDay, now: Instant) => ({
  match: () => requireMatchable(named.found),
  settle: () => requireSettleable(named, now),
})

export function requireMatchable({ day, currency, status }: ComparedDay): void {
  if (status === 'agrees') throw refuse('report_day_agrees', { day: `${day}`, currency, allowed: [] })
  if (status === 'matched') throw refuse('report_day_matched', { day: `${day}`, currency, allowed: [] })
}

export function requireSettleable({ reportId, found }: NamedDay, now: Instant): void {
  const { id: row, day, currency, status, settlement, sums } = found
  const about = { day: `${day}`, currency }
  if (settlement) throw refuse('report_day_settled', { ...about, allowed: [] })
  if (status === 'differs') throw refuse('report_day_differs', { ...about, reportId, row, allowed: ['match'] })
  const { netMinor, feesMinor } = settlementOf(sums)
  if (netMinor === 0n && feesMinor === 0n) throw refuse('report_day_empty', { ...about, allowed: [] })
  // A day is settled once: what is booked on the rest of it could never be.
  if (Temporal.PlainDate.compare(day, now.toZonedDateTimeISO('UTC').toPlainDate()) >= 0)
    throw refuse('report_day_not_over', { ...about, allowed: [] })
}
