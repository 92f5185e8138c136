import { median, rounded } from './numbers.ts'
import type { Answered, Observed, Requested, Span } from './observe.ts'
import { essence, table } from './section.ts'
import { type Tape, tapeOf } from './tape.ts'

/** Where the time of one request goes on an idle server. Medians of many, in milliseconds. */
export type RequestTime = {
  name: string
  /** As the client sees it. */
  whole: number
  database: number
  acquirer: number
  /** What is neither: ours, and the way to the client and back. */
  own: number
  statements: { text: string; ms: number }[]
}
export type Breakdown = { requests: RequestTime[]; tape: Tape }

/** One of the requests that make up what is measured: which it is, and how long each took for the client. */
export type RequestKind = { name: string; is(answered: Answered): boolean; seen: readonly number[] }

/** Takes apart what a server saw that watched itself while these requests were made again and again, in their order. */
export function takeApart(seen: Observed, kinds: readonly RequestKind[]): Breakdown {
  const spans = kinds.map(({ is }) => seen.answered.filter(is))
  const requests = kinds.map(({ name, seen: wholes }, index): RequestTime => {
    const database = spans[index]!.map((span) => within(seen.queries, span))
    const acquirer = spans[index]!.map((span) => within(seen.acquirer, span))
    return {
      name,
      whole: median(wholes),
      database: median(database),
      acquirer: median(acquirer),
      own: median(wholes.map((whole, nth) => whole - database[nth]! - acquirer[nth]!)),
      statements: statementsOf(seen.queries, spans[index]!),
    }
  })
  const last = { began: spans[0]!.at(-1)!.began, ended: spans.at(-1)!.at(-1)!.ended }
  return { requests, tape: tapeOf(during(seen.queries, last)) }
}

const during = <T extends Span>(spans: readonly T[], { began, ended }: Span): T[] =>
  spans.filter((span) => span.began >= began && span.ended <= ended).sort((a, b) => a.began - b.began)

/** How much of a time was covered; what ran at once counts once. */
function within(spans: readonly Span[], whole: Span): number {
  let [covered, until] = [0, whole.began]
  for (const { began, ended } of during(spans, whole)) {
    covered += Math.max(0, ended - Math.max(began, until))
    until = Math.max(until, ended)
  }
  return covered
}

/** The statements of a request in their order, as the last request had them, with the median time of each. */
function statementsOf(queries: readonly Requested[], spans: readonly Span[]): RequestTime['statements'] {
  const times = new Map<string, number[]>()
  for (const { text, began, ended } of queries) times.set(text, [...(times.get(text) ?? []), ended - began])
  return during(queries, spans.at(-1)!).map(({ text }) => ({ text, ms: median(times.get(text)!) }))
}

export const statementsTable = ({ requests }: Breakdown): string =>
  table(
    ['request', 'statement', 'ms'],
    requests.flatMap(({ name, statements }) =>
      statements.map(({ text, ms }) => [name, `\`${essence(text)}\``, rounded(ms)]),
    ),
  ).replace('| --- | ---: | ---: |', '| --- | --- | ---: |')
