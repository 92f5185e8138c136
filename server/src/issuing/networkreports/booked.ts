import { acquirerId as onUsAcquirer } from '#connectors/acquirer/on-us/context.ts'
import { disputeMoves } from '#issuing/chargebacks'
import { acquirersOf, presentedBetween } from '#issuing/spending'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Day, dayKey, type Movement, noSums, type Sum, type Sums } from './report.ts'

export type BookedDays = ReadonlyMap<string, Day & { sums: Sums }>

/**
 * What was booked on the days from the first to the last, in UTC, as networks are owed it. Payments at our own merchants are
 * no network's: they are asked for alone. Networks' fees are booked nowhere: a person matches them.
 */
export async function bookedBetween(
  db: Reader,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  of: 'networks' | 'ownMerchants' = 'networks',
): Promise<BookedDays> {
  const [from, before] = [startOf(first), startOf(last.add({ days: 1 }))]
  const [presented, moves] = await Promise.all([
    presentedBetween(db, { from, before, acquirer: onUsAcquirer, isOthers: of === 'networks' }),
    disputeMoves(db, { from, before }),
  ])
  const acquirers = await acquirersOf(db, [...new Set(moves.map(({ transactionId }) => transactionId))])
  const days = new Map<string, Day & { sums: Record<Movement, Sum> }>()
  const count = (at: { day: Temporal.PlainDate; currency: Currency }, movement: Movement, { count, minor }: Sum) => {
    const found = days.getOrInsertComputed(dayKey(at), () => ({ ...at, sums: { ...noSums } }))
    const { [movement]: before } = found.sums
    found.sums[movement] = { count: before.count + count, minor: before.minor + minor }
  }
  for (const { day, currency, kind, count: rows, minor } of presented)
    count({ day, currency }, kind === 'clearing' ? 'clearing' : 'refund', { count: rows, minor })
  for (const { transactionId, at, network, isRaised } of moves) {
    if ((acquirers.get(transactionId) !== onUsAcquirer) !== (of === 'networks')) continue
    const day = at.toZonedDateTimeISO('UTC').toPlainDate()
    const { currency, minor } = network
    count({ day, currency }, isRaised ? 'chargeback' : 'representment', { count: 1, minor })
  }
  return days
}

const startOf = (day: Temporal.PlainDate): Instant => day.toZonedDateTime('UTC').toInstant()
