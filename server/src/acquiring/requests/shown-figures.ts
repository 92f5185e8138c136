import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Decimal } from './amounts.ts'

/**
 * Figures of a cart that is only shown: `1,234.56` of one shop program and 3.3333333333333335 of another are read and
 * rounded (wire fact 12, row 9). Undefined for what is no number.
 */
export type ShownPrice = { unitPrice: Money; times(units: Decimal): bigint }

/** The price of a unit to the nearest minor unit, and its product with `units` from all of its digits. */
export function readShownPrice(text: string, currency: Currency): ShownPrice | undefined {
  const exact = scaled(text)
  if (exact === undefined) return undefined
  return {
    unitPrice: money(divided(exact * 100n, scale), currency),
    times: ({ tenThousandths }) => divided(exact * 100n * tenThousandths, scale),
  }
}

/** A count or a percentage of zero or more, with four decimals at most. */
export function readShownDecimal(text: string): Decimal | undefined {
  const exact = scaled(text)
  if (exact === undefined || exact < 0n) return undefined
  const tenThousandths = divided(exact, scale / 10_000n)
  const digits = tenThousandths.toString().padStart(5, '0')
  const decimals = digits.slice(-4).replace(/0+$/, '')
  return { tenThousandths, text: `${digits.slice(0, -4)}${decimals && `.${decimals}`}` }
}

const decimals = 24
const scale = 10n ** BigInt(decimals)
const figure = /^([+-]?)(\d{1,13}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{0,24})\d{0,40})?$/

function scaled(text: string): bigint | undefined {
  const [, sign, whole, fraction = ''] = figure.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const size = BigInt(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'))
  return sign === '-' ? -size : size
}

/** To the nearest, halves away from zero. */
function divided(value: bigint, by: bigint): bigint {
  const size = value < 0n ? -value : value
  const nearest = (size + by / 2n) / by
  return value < 0n ? -nearest : nearest
}
