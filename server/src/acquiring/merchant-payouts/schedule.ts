import type { Instant } from '#kernel/base/clock.ts'

/** When a merchant is paid: by hand alone, or at six in the morning of days in the merchant's time zone. */
export type Schedule =
  | { every: 'manual' }
  | { every: 'day' }
  | { every: 'week'; weekday: number }
  | { every: 'month'; day: number }

/** The rule of a schedule, as it goes on after "must be". */
export const scheduleRule = 'manual, daily, weekly and a day such as MON, or monthly and a day from 1 to 28'

/** Reads `manual`, `daily`, `weekly MON` or `monthly 1`; undefined for anything else. */
export function readSchedule(text: string): Schedule | undefined {
  const [word, day, more] = text.trim().split(/\s+/)
  if (more !== undefined) return undefined
  if (day === undefined)
    return word === 'manual' ? { every: 'manual' } : word === 'daily' ? { every: 'day' } : undefined
  const weekday = weekdays.indexOf(day.toUpperCase()) + 1
  if (word === 'weekly') return weekday > 0 ? { every: 'week', weekday } : undefined
  // Every month has the days up to the 28th.
  const isDay = /^\d{1,2}$/.test(day) && Number(day) >= 1 && Number(day) <= 28
  return word === 'monthly' && isDay ? { every: 'month', day: Number(day) } : undefined
}
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/** The same in one way of writing. */
export function scheduleText(schedule: Schedule): string {
  if (schedule.every === 'week') return `weekly ${weekdays[schedule.weekday - 1]}`
  if (schedule.every === 'month') return `monthly ${schedule.day}`
  return schedule.every === 'day' ? 'daily' : 'manual'
}

/** The next moment of a schedule after another; undefined by hand. */
export function nextPayoutAt(schedule: Schedule, timeZone: string, after: Instant): Instant | undefined {
  if (schedule.every === 'manual') return undefined
  const first = after.toZonedDateTimeISO(timeZone).toPlainDate()
  for (let days = 0; days <= daysBetweenMax; days++) {
    const day = first.add({ days })
    if (!isOn(schedule, day)) continue
    const at = day.toZonedDateTime({ timeZone, plainTime: timeOfDay }).toInstant()
    if (Temporal.Instant.compare(at, after) > 0) return at
  }
  return undefined
}
/** The day of a moment, at the time of payouts in another time zone. */
export const onSameDay = (at: Instant, from: string, to: string): Instant =>
  from === to
    ? at
    : at.toZonedDateTimeISO(from).toPlainDate().toZonedDateTime({ timeZone: to, plainTime: timeOfDay }).toInstant()

/** After the cut-offs of sites, which close their days at midnight by default. */
const timeOfDay = Temporal.PlainTime.from('06:00')
/** From a day of one month to the same of the next. */
const daysBetweenMax = 32

function isOn(schedule: Schedule, day: Temporal.PlainDate): boolean {
  if (schedule.every === 'week') return day.dayOfWeek === schedule.weekday
  if (schedule.every === 'month') return day.day === schedule.day
  return true
}
