/** What is known of a card by the first digits of its number (wire fact 3.4, binInfo). */
export type BinFacts = {
  brand?: string | undefined
  /** credit, debit, prepaid and the like, as the table has it. */
  type?: string | undefined
  level?: string | undefined
  /** Two capital letters. */
  country?: string | undefined
  bank?: string | undefined
}
export const binFactNames = ['brand', 'type', 'level', 'country', 'bank'] as const satisfies (keyof BinFacts)[]

/** Numbers from `low` to `high` by their first eleven digits; all have the same first six. */
export type BinRange = { low: bigint; high: bigint; facts: BinFacts }

export const binDigitsMin = 6
export const binDigitsMax = 11

/** The numbers that begin with these digits. */
export const spanOf = (digits: string): { low: bigint; high: bigint } => ({
  low: BigInt(digits.padEnd(binDigitsMax, '0')),
  high: BigInt(digits.padEnd(binDigitsMax, '9')),
})

/**
 * What holds of all numbers that begin with these digits. A narrow range is an exception of a wider one, and where ranges
 * differ, or none covers a part of the numbers, it is not known: it would be true of some cards only.
 */
export function factsOf(digits: string, ranges: readonly BinRange[]): BinFacts {
  const span = spanOf(digits)
  const found = new Set(partsOf(span, ranges).map((part) => narrowest(part, ranges)))
  if (found.has(undefined)) return {}
  const [first, ...others] = [...found].map((range) => range!.facts)
  const agreed = binFactNames.filter((name) => others.every((facts) => facts[name] === first?.[name]))
  return Object.fromEntries(agreed.filter((name) => first?.[name]).map((name) => [name, first?.[name]]))
}

type Span = { low: bigint; high: bigint }

/** Cut wherever a range begins or ends, so that each part lies wholly inside or outside of each range. */
function partsOf(span: Span, ranges: readonly BinRange[]): Span[] {
  const inside = (at: bigint) => at > span.low && at <= span.high
  const cuts = new Set(ranges.flatMap(({ low, high }) => [low, high + 1n]).filter(inside))
  const begins = [span.low, ...[...cuts].toSorted((a, b) => (a < b ? -1 : 1))]
  return begins.map((low, index) => ({ low, high: (begins[index + 1] ?? span.high + 1n) - 1n }))
}

const narrowest = (part: Span, ranges: readonly BinRange[]): BinRange | undefined =>
  ranges
    .filter(({ low, high }) => low <= part.low && high >= part.high)
    .reduce<BinRange | undefined>((best, one) => (best && widthOf(best) <= widthOf(one) ? best : one), undefined)

const widthOf = ({ low, high }: Span): bigint => high - low
