import type { PageI18n } from './languages/index.ts'
import type { Interval } from './page-layout.ts'

/** "every month", "every 3 months". */
export function intervalText({ messages, plural }: PageI18n, { type, value }: Interval): string {
  if (value === 1) return type === 'day' ? messages.everyDay : messages.everyMonth
  return plural(value, type === 'day' ? messages.everyDays : messages.everyMonths)
}
