import { type Asset, scaleOf } from './assets.ts'

/** The code of what an amount is counted in. Which of them a surface takes is a rule of that surface. */
export type Currency = Asset

/** An amount in minor units (cents) that never travels without its currency, and never as a float. */
export type Money = { readonly minor: bigint; readonly currency: Currency }

export const money = (minor: bigint, currency: Currency): Money => ({ minor, currency })
export const zero = (currency: Currency): Money => money(0n, currency)

/**
 * "100", "100.5" and "100.50" are the same euros; "100.505" is not an amount of euros, and "100.5" not one of yen.
 * At most 13 digits before the point (wire fact 1.4) and as many after it as the currency has; no sign, no exponent, no
 * spaces. Returns undefined for anything else.
 */
export function parseMoney(text: string, currency: Currency): Money | undefined {
  const scale = scaleOf(currency)
  const match = /^(\d{1,13})(?:\.(\d+))?$/.exec(text)
  if (!match || (match[2]?.length ?? 0) > scale) return undefined
  return money(BigInt(match[1] + (match[2] ?? '').padEnd(scale, '0')), currency)
}

/**
 * The exact decimal text, always with all decimals of its currency: "100.50" euros, "100" yen. No currency, no grouping.
 */
export function formatMoney({ minor, currency }: Money): string {
  const scale = scaleOf(currency)
  const sign = minor < 0n ? '-' : ''
  const text = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, '0')
  return scale === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

export const add = (a: Money, b: Money): Money => money(a.minor + sameCurrency(a, b).minor, a.currency)
export const subtract = (a: Money, b: Money): Money => money(a.minor - sameCurrency(a, b).minor, a.currency)
export const negate = (a: Money): Money => money(-a.minor, a.currency)
export const compare = (a: Money, b: Money): -1 | 0 | 1 => {
  const difference = a.minor - sameCurrency(a, b).minor
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function sameCurrency(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} do not mix`)
  return b
}
