/**
 * What is bought, for card networks that price by it (level 2 and 3). Its lines come to the amount of the payment exactly:
 * who has others leaves it out.
 */
export type Purchase = {
  /** The store's own number of the order. */
  reference: string
  lines: readonly PurchaseLine[]
}

export type PurchaseLine = {
  name: string
  code: string | undefined
  /** Exact decimal text above zero. */
  units: string
  /** With its tax, in minor units; below zero it is a discount. */
  totalMinor: bigint
  /** Exact decimal text, of the price without the tax; undefined: it is not known. */
  vatPercent: string | undefined
}

/** A line as networks take it: a whole number of units, at a price without tax, and the tax of all of them. */
export type NetLine = { name: string; code: string | undefined; units: bigint; unitMinor: bigint; taxMinor: bigint }
export type NetPurchase = { lines: readonly NetLine[]; taxMinor: bigint; discountMinor: bigint }

/**
 * Takes the taxes out of prices, so that units times price, and the tax, come to each line's total to the last minor unit.
 * What does not divide, such as 2.5 kg, is one unit of the whole line.
 */
export function netPurchase({ lines }: Purchase): NetPurchase {
  const net = lines.filter(({ totalMinor }) => totalMinor >= 0n).map(netLine)
  const discounts = lines.filter(({ totalMinor }) => totalMinor < 0n)
  return {
    lines: net,
    taxMinor: net.reduce((sum, { taxMinor }) => sum + taxMinor, 0n),
    discountMinor: discounts.reduce((sum, { totalMinor }) => sum - totalMinor, 0n),
  }
}

function netLine({ name, code, units, totalMinor, vatPercent }: PurchaseLine): NetLine {
  const taxMinor = taxIn(totalMinor, vatPercent)
  const netMinor = totalMinor - taxMinor
  const whole = /^\d+$/.test(units) ? BigInt(units) : 0n
  const isDivisible = whole > 0n && netMinor % whole === 0n
  return { name, code, taxMinor, ...(isDivisible ? { units: whole, unitMinor: netMinor / whole } : one(netMinor)) }
}
const one = (unitMinor: bigint) => ({ units: 1n, unitMinor })

/** The tax that a price has in it, rounded half up. */
function taxIn(totalMinor: bigint, vatPercent: string | undefined): bigint {
  const [whole = '0', decimals = ''] = (vatPercent ?? '0').split('.')
  const rate = BigInt(whole + decimals.padEnd(4, '0').slice(0, 4))
  const all = 1_000_000n + rate
  return (2n * totalMinor * rate + all) / (2n * all)
}
