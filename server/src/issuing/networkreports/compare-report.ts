import type { Reader } from '#kernel/db/db.ts'
import { type BookedDays, bookedBetween } from './booked.ts'
import { type Break, breaksOf, dayKey, noSums } from './report.ts'
import {
  daysOf,
  type Match,
  matchesOf,
  type RecordedDay,
  type Settlement,
  settlementsOf,
  storedBreak,
} from './store.ts'

/**
 * A day of a report, compared with the books. `agrees`: nothing differs. `matched`: somebody knows why it differs, and it
 * differs as it did then.
 */
export type ComparedDay = RecordedDay & {
  status: 'agrees' | 'differs' | 'matched'
  breaks: readonly Break[]
  match: Match | undefined
  /** By this report or another one. */
  settlement: Settlement | undefined
}

/** Compares a report with the books as they are now: what is booked later counts as soon as it is. */
export async function compareReport(db: Reader, reportId: bigint): Promise<ComparedDay[]> {
  const days = await daysOf(db, reportId)
  const [booked, matches, settlements] = await Promise.all([
    bookedIn(db, days),
    matchesOf(
      db,
      days.map(({ id }) => id),
    ),
    settlementsOf(db, days),
  ])
  const settled = new Map(settlements.map((one) => [dayKey(one), one]))
  return days.map((day) => {
    const breaks = breaksOf(day.sums, booked.get(dayKey(day))?.sums ?? noSums)
    const match = matches.get(day.id)
    const isMatched = match && sameText(match.breaks) === sameText(breaks.map(storedBreak))
    const settlement = settled.get(dayKey(day))
    return {
      ...day,
      breaks,
      match,
      settlement,
      status: breaks.length === 0 ? 'agrees' : isMatched ? 'matched' : 'differs',
    }
  })
}

/** All days between the first and the last. */
export async function bookedIn(db: Reader, days: readonly Pick<RecordedDay, 'day'>[]): Promise<BookedDays> {
  const sorted = days.map(({ day }) => day).toSorted(Temporal.PlainDate.compare)
  const [first, last] = [sorted[0], sorted.at(-1)]
  return first && last ? bookedBetween(db, first, last) : new Map()
}

/** The database keeps the names of an object in an order of its own. */
const sameText = (breaks: Match['breaks']): string =>
  JSON.stringify(
    breaks.map(({ movement, reported, booked }) => [
      movement,
      reported.count,
      reported.minor,
      booked.count,
      booked.minor,
    ]),
  )
