/** The first letters of months, in English and in Romanian. */
const months = [
  ['jan', 'ian'],
  ['feb'],
  ['mar'],
  ['apr'],
  ['may', 'mai'],
  ['jun', 'iun'],
  ['jul', 'iul'],
  ['aug'],
  ['sep'],
  ['oct'],
  ['nov', 'noi'],
  ['dec'],
] as const

/**
 * `2026-11-03`, `03.11.2026`, `3.11.`, `3 Nov`, `Nov 3 2026`, `3 noiembrie`. Without a year it is the last such day that is
 * not after `today`. Undefined for anything else: no guess is made between the day and the month of `3/11`.
 */
export function readDay(text: string, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  const found =
    /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/.exec(text) ??
    /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})?$/.exec(text) ??
    /^(?<day>\d{1,2})\.? (?<name>\p{L}{3,})\.?(?: (?<year>\d{4}))?$/u.exec(text) ??
    /^(?<name>\p{L}{3,})\.? (?<day>\d{1,2})(?:,? (?<year>\d{4}))?$/u.exec(text)
  const { year, month, day, name } = found?.groups ?? {}
  if (day === undefined) return undefined
  const number = name === undefined ? Number(month) : monthOf(name)
  const on = (inYear: number) => dateOf({ year: inYear, month: number, day: Number(day) })
  if (year !== undefined) return on(Number(year))
  const candidates = [today.year, today.year - 1, today.year - 2, today.year - 3, today.year - 4].map(on)
  return candidates.find((one) => one !== undefined && Temporal.PlainDate.compare(one, today) <= 0)
}

const monthOf = (name: string): number =>
  months.findIndex((beginnings) => beginnings.some((beginning) => name.toLowerCase().startsWith(beginning))) + 1

function dateOf(fields: { year: number; month: number; day: number }): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(fields, { overflow: 'reject' })
  } catch {
    return undefined
  }
}
