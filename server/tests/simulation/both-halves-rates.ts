/** Amounts of a holder between two bounds, in cents of the account. */
export type Range = { least: bigint; most: bigint }

export const rangeOf = (minor: bigint): Range => ({ least: minor, most: minor })

/** What an amount of another currency may be at the rates of the sandbox, which move two hundredths either way. */
export function conversionRange(minor: bigint, currency: string): Range {
  if (currency === 'EUR' || minor === 0n) return rangeOf(minor)
  const middle = perEuro[currency]!
  const size = minor < 0n ? -minor : minor
  const [least, most] = [(size * 1_000_000n) / (middle * 102n) - 2n, (size * 1_000_000n) / (middle * 98n) + 2n]
  return minor < 0n ? { least: -most, most: -least } : { least, most }
}
/** In ten-thousandths. */
const perEuro: Readonly<Record<string, bigint>> = { USD: 10_850n, RON: 49_750n }
