import type { Difference } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import type { PaymentRow } from './check-payments.ts'
import type { Event } from './movements-of-shares.ts'

/**
 * What each share has returned in the end, by whichever rows, is its proportion of the outflows that stand at the end, but for
 * a rounding of each movement; all of it when they come to the whole payment, and never more than it received. This knows
 * nothing of the order of events, nor of how a part is rounded.
 */
export function standingOf(row: PaymentRow, events: readonly Event[], kept: readonly bigint[]): Difference[] {
  const has = (action: string) => events.some((one) => one.id === row.id && one.action === action)
  if (has('cancel') || !(has('sell') || has('capture')) || row.captured_minor === 0n) return []
  const followers = [...new Map(events.map((one) => [one.id, one])).values()].filter(({ id }) => id !== row.id)
  const ends = followers.map((one) => ({ ...one, end: events.findLast(({ id }) => id === one.id)!.action }))
  const stands = ends.reduce((sum, { end, minor }) => (standsAfter.has(end) ? sum + minor : sum), 0n)
  const moved = kept.map((_, at) =>
    ends.reduce((sum, { type, end, shares, share_corrections: corrections }) => {
      if (end === 'refuse') return sum + BigInt(corrections?.[at] ?? 0)
      const minor = BigInt(shares?.[at]?.minor ?? 0)
      return type === 'reinstatement' || type === 'representment' ? sum - minor : sum + minor
    }, 0n),
  )
  // A chargeback of what was not captured yet took nothing of any share.
  const early = events.findIndex(({ action }) => action === 'chargeBack')
  const captured = events.findIndex(({ action }) => action === 'sell' || action === 'capture')
  if (early !== -1 && early < captured) return []
  const roundings = BigInt(followers.length + kept.length)
  const { currency, captured_minor: whole } = row
  const part = stands < whole ? stands : whole
  const allowed = part === 0n || part === whole ? 0n : roundings * whole
  return kept.flatMap((received, at): Difference[] => {
    const off = moved[at]! * whole - received * part
    if (moved[at]! >= 0n && moved[at]! <= received && off <= allowed && -off <= allowed) return []
    return [
      {
        about: `payment ${row.id}`,
        wrong: `what its share ${at + 1} has returned is not its part of what was refunded, charged back or reversed`,
        actual: amountText(moved[at]!, currency),
        should: amountText((received * part) / whole, currency),
        look: `payments.payments where id = ${row.id} or parent_id = ${row.id}`,
      },
    ]
  })
}

/** The last action of an outflow that stands. */
const standsAfter: ReadonlySet<string> = new Set(['start', 'refund', 'chargeBack', 'lose', 'reverseCapture'])
