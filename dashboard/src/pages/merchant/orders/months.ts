import type { Reply } from '../../../api/client.ts'

type Next = Reply<'getOrder'>['next'][number]

/** A bill in its month, or a day on which one that was declined is tried again. */
export type MonthEntry = { key: string; at: string; amount: string; state: 'planned' | 'trial' | 'owed' | 'retry' }
export type Month = { month: string; entries: readonly MonthEntry[] }

const shownMonths = 12
export const perRow = 3

/**
 * The months from that of `now`, or of an older debt, to that of the last bill that is known, twelve at most and in rows of three,
 * with what is billed in each: a month after that is not known to have none. `later` is how many bills come after them. In which
 * month a moment is depends on the zone.
 */
export function monthsOf(
  next: readonly Next[],
  { now, zone }: { now: string; zone: string },
): { months: Month[]; later: number } {
  const monthOf = monthIn(zone)
  const entries = next.flatMap(entriesOf).map((entry) => ({ ...entry, month: monthOf(entry.at) }))
  const all = [monthOf(now), ...entries.map(({ month }) => month)].toSorted()
  const first = all[0]!
  const rows = Math.ceil((indexOf(all.at(-1)!) - indexOf(first) + 1) / perRow)
  const length = Math.min(rows * perRow, shownMonths)
  const names = Array.from({ length }, (_, ahead) => monthAfter(first, ahead))
  return {
    months: names.map((month) => ({ month, entries: entries.filter((entry) => entry.month === month) })),
    later: entries.filter(({ month }) => month > names.at(-1)!).length,
  }
}

function entriesOf({ period, at, amount, isTrial, isDebt, retries }: Next): MonthEntry[] {
  const state = isDebt ? 'owed' : isTrial ? 'trial' : 'planned'
  return [
    { key: `${period}`, at, amount, state },
    ...retries.map((retry) => ({ key: `${period} ${retry}`, at: retry, amount, state: 'retry' as const })),
  ]
}

/** `2026-11`, of the zone. */
function monthIn(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' })
  return (moment) => {
    const parts = format.formatToParts(new Date(moment))
    const part = (type: 'year' | 'month') => parts.find((one) => one.type === type)?.value
    return `${part('year')}-${part('month')}`
  }
}

const indexOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1

function monthAfter(first: string, ahead: number): string {
  const index = indexOf(first) + ahead
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}
