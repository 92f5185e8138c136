/**
 * Minor units of each currency we accept (merchant-payments, order.currency). A currency that is not here does not exist.
 */
const minorDigits = { USD: 2, EUR: 2, GBP: 2, CHF: 2, RON: 2, ILS: 2 } as const
export type Currency = keyof typeof minorDigits
export const currencies = Object.keys(minorDigits) as Currency[]
export const isCurrency = (text: unknown): text is Currency =>
  typeof text === 'string' && Object.hasOwn(minorDigits, text)

/** An amount in minor units (cents) that never travels without its currency, and never as a float. */
export type Money = { readonly minor: bigint; readonly currency: Currency }

export const money = (minor: bigint, currency: Currency): Money => ({ minor, currency })
export const zero = (currency: Currency): Money => money(0n, currency)

/**
 * "100", "100.5" and "100.50" are the same euros; "100.505" is nobody's.
 * At most 13 digits before the point (wire fact 1.4); no sign, no exponent, no spaces. Gives undefined for anything else.
 */
export function parseMoney(text: string, currency: Currency): Money | undefined {
  const digits = minorDigits[currency]
  const match = /^(\d{1,13})(?:\.(\d+))?$/.exec(text)
  if (!match || (match[2]?.length ?? 0) > digits) return undefined
  return money(BigInt(match[1] + (match[2] ?? '').padEnd(digits, '0')), currency)
}

/** The exact decimal text, always with its two decimals: "100.50". No currency, no grouping. */
export function formatMoney({ minor, currency }: Money): string {
  const digits = minorDigits[currency]
  const sign = minor < 0n ? '-' : ''
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0')
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
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
