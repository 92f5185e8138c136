import { convert, type Rate, rateText } from '#core/rates'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, money } from '#kernel/base/money.ts'

/** What the holder pays of an amount, in minor units of the card's currency. */
export type Billed = {
  minor: bigint
  /** Absent: nothing was converted by us. */
  conversion?: Conversion | undefined
}

export type Conversion = {
  /** Ours, in minor units of the card's currency; the amount includes it. */
  markup: bigint
  /** One unit of the merchant's currency in the card's, as a decimal. */
  rate: string
  /** When the rate was that of the market. */
  asOf: Instant
}

/** The amount at a rate, with the markup of the card product on top. What costs something costs a minor unit at least. */
export function atRate(amount: Money, rate: Rate, markupPercent: string): Billed {
  const exact = convert(amount, rate).minor
  const base = exact === 0n && amount.minor > 0n ? 1n : exact
  const markup = partOf(hundredPercent, BigInt(markupPercent.replace('.', '')), base)
  return { minor: base + markup, conversion: { markup, rate: rateText(rate, rateDigits), asOf: rate.asOf } }
}
/** Percentages of products have two decimals. */
const hundredPercent = 100_00n
const rateDigits = 12

/** The difference of two amounts, at least zero. */
export const lessOf = (minor: bigint, taken: bigint): bigint => (minor > taken ? minor - taken : 0n)

/** The same part of an amount as `part` is of `whole`, rounded to the nearest. */
export function partOf(whole: bigint, part: bigint, of: bigint): bigint {
  if (whole === 0n) return 0n
  return (of * part * 2n + whole) / (whole * 2n)
}

/** The same, in money: a part that is not nothing costs a minor unit at least. */
export function costOfPart(whole: bigint, part: bigint, of: bigint): bigint {
  const cost = partOf(whole, part, of)
  return cost === 0n && part > 0n && of > 0n ? 1n : cost
}

/** The network has converted an amount to nothing: it costs something, and the message does not say what. */
export const isBilledAsNothing = (amount: Money, billed: Billed | undefined): boolean =>
  billed?.minor === 0n && amount.minor > 0n

/** The largest part of an amount for which not more than `most` is paid; undefined: it would be nothing. */
export function affordablePart(
  amount: Money,
  billed: Billed,
  most: bigint,
): { amount: Money; billed: Billed } | undefined {
  const minor = most > 0n && billed.minor > 0n ? (amount.minor * most) / billed.minor : 0n
  return minor === 0n ? undefined : { amount: money(minor, amount.currency), billed: partBilled(amount, minor, billed) }
}

/** What is paid for a part of an amount, at the same rate. */
export function partBilled(whole: Money, part: bigint, { minor, conversion }: Billed): Billed {
  const markup = (paid: bigint) => partOf(whole.minor, part, paid)
  return {
    minor: costOfPart(whole.minor, part, minor),
    ...(conversion && { conversion: { ...conversion, markup: markup(conversion.markup) } }),
  }
}

/** For the books: what the network has in its currency, and what of the amount is ours. */
export const convertedOf = ({ conversion }: Billed, network: Money, currency: Money['currency']) =>
  conversion && { network, markup: money(conversion.markup, currency) }
