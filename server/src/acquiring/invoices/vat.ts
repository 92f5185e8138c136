/** A line of a document as far as it is counted: prices include VAT. */
export type Counted = {
  /** Decimal text. */
  vatPercent: string
  minor: bigint
}

/**
 * The VAT in each line. It is rounded once for each rate, half a minor unit up: VAT of the lines of a rate together is
 * their sum × rate ÷ (100 + rate). Each line has what the sum up to it has more than the sum before it, so the lines add
 * up to the whole.
 */
export function vatOf(lines: readonly Counted[]): bigint[] {
  const sums = new Map<string, { gross: bigint; vat: bigint }>()
  return lines.map(({ vatPercent, minor }) => {
    const before = sums.get(vatPercent) ?? { gross: 0n, vat: 0n }
    const gross = before.gross + minor
    const vat = vatIn(gross, vatPercent)
    sums.set(vatPercent, { gross, vat })
    return vat - before.vat
  })
}

function vatIn(gross: bigint, vatPercent: string): bigint {
  const rate = tenThousandths(vatPercent)
  return rounded(gross * rate, 1_000_000n + rate)
}

/** A rate with four decimals as a whole number. */
const tenThousandths = (percent: string): bigint => {
  const [whole = '', fraction = ''] = percent.split('.')
  return BigInt(whole + fraction.padEnd(4, '0'))
}

/** Half is rounded away from zero. */
function rounded(numerator: bigint, divisor: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n
  return (sign * (2n * sign * numerator + divisor)) / (2n * divisor)
}

type Amounts = { minor: bigint; vatMinor: bigint }

/**
 * What is credited of each line when a part of a document is: in proportion to what is left of it, and no more than that.
 * Minor units that do not divide go to the lines with the largest remainders; what is credited last takes all that is
 * left, so that nothing of the document stays.
 */
export function creditOf(left: readonly Amounts[], part: bigint): Amounts[] {
  const whole = left.reduce((sum, { minor }) => sum + minor, 0n)
  const minors = proportional(
    left.map(({ minor }) => minor),
    { part, whole },
  )
  return left.map(({ minor, vatMinor }, at) => {
    const credited = minors[at]!
    return { minor: credited, vatMinor: credited === minor ? vatMinor : rounded(vatMinor * credited, minor) }
  })
}

/** Parts of weights, some of which may be below zero, as whole numbers that add up to `part`. */
function proportional(weights: readonly bigint[], { part, whole }: { part: bigint; whole: bigint }): bigint[] {
  const parts = weights.map((weight) => (weight * part) / whole)
  const missing = part - parts.reduce((sum, one) => sum + one, 0n)
  const step = missing < 0n ? -1n : 1n
  const remainders = weights.map((weight, at) => step * (weight * part - parts[at]! * whole))
  const order = [...remainders.keys()].toSorted((one, other) => Number(remainders[other]! - remainders[one]!))
  for (const at of order.slice(0, Number(step * missing))) parts[at] = parts[at]! + step
  return parts
}

/** What a document has at each rate, by descending rate. */
export function totalsByRate(
  lines: readonly (Counted & Amounts)[],
): { vatPercent: string; net: bigint; vat: bigint; gross: bigint }[] {
  const byRate = Map.groupBy(lines, ({ vatPercent }) => vatPercent)
  return [...byRate]
    .map(([vatPercent, those]) => {
      const gross = those.reduce((sum, { minor }) => sum + minor, 0n)
      const vat = those.reduce((sum, { vatMinor }) => sum + vatMinor, 0n)
      return { vatPercent, net: gross - vat, vat, gross }
    })
    .toSorted((one, other) => Number(tenThousandths(other.vatPercent) - tenThousandths(one.vatPercent)))
}
