import { type Instant, onceForEach } from '#kernel/base/clock.ts'

/** What was spent with a card: approved and not released, and what was cleared. Periods are those of UTC. */
export type CardSums = {
  /** The day that the sums of periods are about. */
  asOf: Temporal.PlainDate
  day: bigint
  week: bigint
  month: bigint
  year: bigint
  total: bigint
  /** The last approvals, oldest first. */
  recent: readonly Instant[]
}

/** What an account has, in minor units. */
export type AccountSums = { booked: bigint; owed: bigint; held: bigint }

/** What is left to spend: below zero when the holder owes more than there is. */
export const spendableOf = ({ booked, owed, held }: AccountSums): bigint => booked - owed - held

export const dayOf = onceForEach((at) => at.toZonedDateTimeISO('UTC').toPlainDate())

/** The sums as they are on a day: those of periods that are over begin anew. */
export function sumsOn(day: Temporal.PlainDate, sums: CardSums | undefined): CardSums {
  if (!sums) return { asOf: day, ...none, total: 0n, recent: [] }
  if (sums.asOf.equals(day)) return sums
  const same = samePeriods(sums.asOf, day)
  return {
    asOf: day,
    day: same.day ? sums.day : 0n,
    week: same.week ? sums.week : 0n,
    month: same.month ? sums.month : 0n,
    year: same.year ? sums.year : 0n,
    total: sums.total,
    recent: sums.recent,
  }
}
const none = { day: 0n, week: 0n, month: 0n, year: 0n }

/** The sums of two cards on one day; the approvals are those of the first. */
export const together = (one: CardSums, other: CardSums): CardSums => ({
  ...one,
  day: one.day + other.day,
  week: one.week + other.week,
  month: one.month + other.month,
  year: one.year + other.year,
  total: one.total + other.total,
})

/** A transaction of some day comes to more, or to less: it counts in the periods in which that day is. */
export function withChange(sums: CardSums, change: bigint, madeOn: Temporal.PlainDate): CardSums {
  if (change === 0n) return sums
  const same = samePeriods(madeOn, sums.asOf)
  return {
    ...sums,
    day: same.day ? sums.day + change : sums.day,
    week: same.week ? sums.week + change : sums.week,
    month: same.month ? sums.month + change : sums.month,
    year: same.year ? sums.year + change : sums.year,
    total: sums.total + change,
  }
}

/** An increment of a transaction, which counts on the day on which it was approved. */
export type Added = {
  /** Of its message. */
  id: bigint
  on: Temporal.PlainDate
  /** Less what reversals have taken off it. */
  minor: bigint
}

/** What counts of a transaction: what is held and what was cleared, and its increments, oldest first. */
export type Counted = { createdAt: Instant; minor: bigint; added: readonly Added[] }

/** A transaction counts as it is now, and no more as it was before. */
export function recounted(sums: CardSums, before: Counted, after: Counted): CardSums {
  const without = partsOf(before).reduce((left, { minor, on }) => withChange(left, -minor, on), sums)
  return partsOf(after).reduce((sum, { minor, on }) => withChange(sum, minor, on), without)
}

/** By their days: what is more than the increments was approved first, and what is less of them was approved last. */
function partsOf({ createdAt, minor, added }: Counted): { on: Temporal.PlainDate; minor: bigint }[] {
  let rest = minor
  const parts = added.toReversed().map((one) => {
    const part = one.minor < rest ? one.minor : rest
    rest -= part
    return { on: one.on, minor: part }
  })
  return [...parts, { on: dayOf(createdAt), minor: rest }]
}

/** Keeps as many approvals as the limit on their number needs. */
export const withApproval = (sums: CardSums, at: Instant, most: number): CardSums =>
  most === 0 ? sums : { ...sums, recent: [...sums.recent, at].slice(-most) }

function samePeriods(one: Temporal.PlainDate, other: Temporal.PlainDate) {
  if (one === other) return wholeDay
  const day = one.equals(other)
  const year = one.year === other.year
  return { day, week: day || mondayOf(one).equals(mondayOf(other)), month: year && one.month === other.month, year }
}

const wholeDay = { day: true, week: true, month: true, year: true }

const mondayOf = (day: Temporal.PlainDate): Temporal.PlainDate => day.subtract({ days: day.dayOfWeek - 1 })
