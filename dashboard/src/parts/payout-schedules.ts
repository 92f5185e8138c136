import { type Texts, useLanguage, useTexts } from '../i18n/language.tsx'

const texts = {
  en: {
    manual: 'By hand alone',
    daily: 'Every day',
    weekly: (day: string) => `Every week: ${day}`,
    monthly: (day: number) => `Every month, on day ${day}`,
  },
  ro: {
    manual: 'Doar manual',
    daily: 'În fiecare zi',
    weekly: (day: string) => `În fiecare săptămână: ${day}`,
    monthly: (day: number) => `În fiecare lună, în ziua ${day}`,
  },
} satisfies Texts<unknown>

const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
/** Every month has the days up to the 28th. */
const daysOfMonth = Array.from({ length: 28 }, (_, index) => index + 1)

/** The schedules that there are, in words. */
export function usePayoutSchedules(): readonly { value: string; label: string }[] {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const named = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // The 1st of January 2024 was a Monday.
  const dayName = (index: number) => named.format(new Date(Date.UTC(2024, 0, 1 + index)))
  return [
    { value: 'manual', label: t.manual },
    { value: 'daily', label: t.daily },
    ...weekdays.map((day, index) => ({ value: `weekly ${day}`, label: t.weekly(dayName(index)) })),
    ...daysOfMonth.map((day) => ({ value: `monthly ${day}`, label: t.monthly(day) })),
  ]
}
