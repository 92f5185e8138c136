import { iso31661 } from 'iso-3166'

/**
 * A country of ISO 3166-1 by its two letters, in capitals; undefined when it is none. XK is not in the standard, and
 * people live there and pay.
 */
export function readCountryCode(typed: string): string | undefined {
  const code = typed.toUpperCase()
  return countryCodes.has(code) ? code : undefined
}
const countryCodes: ReadonlySet<string> = new Set([...iso31661.map(({ alpha2 }) => alpha2), 'XK'])

/** The rule of a country, as it goes on after "must be". */
export const countryRule = 'a two-letter country code of ISO 3166-1, such as RO'
