import { type Asset, scaleOf } from '#kernel/base/assets.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { type Money, money } from '#kernel/base/money.ts'

/**
 * One unit of `from` is worth `numerator / denominator` units of `to`. A fraction is exact, also for a pair that is made
 * of two rates: nothing is rounded before the amount is.
 */
export type Rate = {
  from: Asset
  to: Asset
  numerator: bigint
  denominator: bigint
  /** The moment of the older of the rates that it is made of, and who said them. */
  asOf: Instant
  source: string
}

/** The amount in the rate's other currency, in its minor units. Half a unit and more is one. */
export function convert({ minor, currency }: Money, rate: Rate): Money {
  if (currency !== rate.from) throw new TypeError(`${currency} is not converted by a rate of ${rate.from}`)
  const [top, bottom] = [
    minor * rate.numerator * 10n ** BigInt(scaleOf(rate.to)),
    rate.denominator * 10n ** BigInt(scaleOf(rate.from)),
  ]
  const magnitude = ((top < 0n ? -top : top) * 2n + bottom) / (2n * bottom)
  return money(top < 0n ? -magnitude : magnitude, rate.to)
}

/** As a decimal with so many digits behind the point, cut off: for people and for records. */
export function rateText({ numerator, denominator }: Pick<Rate, 'numerator' | 'denominator'>, digits = 8): string {
  const scaled = String((numerator * 10n ** BigInt(digits)) / denominator).padStart(digits + 1, '0')
  return `${scaled.slice(0, -digits)}.${scaled.slice(-digits)}`
}

/** The worth of one unit in euros, as a fraction. */
export type InEuros = { numerator: bigint; denominator: bigint; asOf: Instant; source: string }

/** Of a recorded rate with the euro on one side. */
export function inEuros({ base, rate, asOf, source }: RecordedRate): InEuros {
  const [whole, decimals = ''] = rate.split('.')
  const units = { numerator: BigInt(whole! + decimals), denominator: 10n ** BigInt(decimals.length) }
  return base === euro
    ? { numerator: units.denominator, denominator: units.numerator, asOf, source }
    : { ...units, asOf, source }
}
export const euro = 'EUR'

export type RecordedRate = { base: Asset; quote: Asset; rate: string; asOf: Instant; source: string }

/** The rate of a pair, of the worths of both in euros. */
export function crossRate(pair: { from: Asset; to: Asset }, from: InEuros, to: InEuros): Rate {
  const older = Temporal.Instant.compare(from.asOf, to.asOf) <= 0 ? from.asOf : to.asOf
  const sources = [...new Set([from.source, to.source].filter((source) => source !== itself))]
  return {
    ...pair,
    numerator: from.numerator * to.denominator,
    denominator: from.denominator * to.numerator,
    asOf: older,
    source: sources.join('+') || itself,
  }
}

/** A euro is a euro at any time. */
export const euroItself = (now: Instant): InEuros => ({ numerator: 1n, denominator: 1n, asOf: now, source: itself })
const itself = 'same'
