import { sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'

/** Half-open. */
export type Span = { from: Instant; to: Instant }

const hourMs = 3_600_000
const at = (ms: number): Instant => Temporal.Instant.fromEpochMilliseconds(ms)

/** The beginning of the hour of UTC that a moment is in. */
export const hourOf = ({ epochMilliseconds }: Instant): Instant => at(Math.floor(epochMilliseconds / hourMs) * hourMs)

/** The whole hours of a span; from its end to its end, where there are none. */
export function wholeHours({ from, to }: Span): Span {
  const until = hourOf(to)
  const since = at(Math.ceil(from.epochMilliseconds / hourMs) * hourMs)
  return { from: Temporal.Instant.compare(since, until) < 0 ? since : until, to: until }
}

/** The hours of a span that have not been summed: what happened in them is read from payments. */
export async function openHours(db: Reader, { from, to }: Span): Promise<Instant[]> {
  const { rows } = await sql<{ hour: Instant }>`
    select every.hour from generate_series(${hourOf(from)}::timestamptz, ${to}::timestamptz, interval '1 hour') as every(hour)
    where not exists (select from payments.summed_hours as summed where summed.hour = every.hour)
    order by every.hour`.execute(db.read)
  return rows.map(({ hour }) => hour)
}

/** The parts of a span of which there are no sums: open hours, and hours of which it has only a part. */
export function openParts(span: Span, open: readonly Instant[]): Span[] {
  const [from, to] = [span.from.epochMilliseconds, span.to.epochMilliseconds]
  const whole = wholeHours(span)
  const [first, last] = [whole.from.epochMilliseconds, whole.to.epochMilliseconds]
  const hours = open
    .map(({ epochMilliseconds }) => epochMilliseconds)
    .filter((hour) => hour >= first && hour < last)
    .map((hour) => [hour, hour + hourMs] as const)
  const edges = first < last ? ([[from, first], ...hours, [last, to]] as const) : ([[from, to]] as const)
  return joined(edges.filter(([begin, end]) => begin < end)).map(([begin, end]) => ({ from: at(begin), to: at(end) }))
}

/** Neighbours are one. */
function joined(parts: readonly (readonly [number, number])[]): [number, number][] {
  const all: [number, number][] = []
  for (const [begin, end] of parts) {
    const last = all.at(-1)
    if (last?.[1] === begin) last[1] = end
    else all.push([begin, end])
  }
  return all
}
