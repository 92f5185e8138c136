import { iso31661 } from 'iso-3166'

/** The code of a country of two capital letters, from its code or its English name; what is not known stays as it is. */
export function countryCode(text: string): string {
  const plain = text.trim()
  if (/^[A-Z]{2}$/.test(plain)) return plain
  return codes.get(keyOf(plain)) ?? plain.slice(0, textMax)
}
const textMax = 100

/** "Korea, North" and "the Bahamas" are written in several ways. */
const keyOf = (name: string): string => name.toLowerCase().replaceAll(/\bthe\b|\bof\b|\brepublic\b|[^a-z]/g, '')

const names: Readonly<Record<string, string>> = {
  russia: 'RU',
  iran: 'IR',
  syria: 'SY',
  'korea, north': 'KP',
  'north korea': 'KP',
  'korea, south': 'KR',
  'south korea': 'KR',
  'united kingdom': 'GB',
  'united states': 'US',
  venezuela: 'VE',
  bolivia: 'BO',
  tanzania: 'TZ',
  moldova: 'MD',
  vietnam: 'VN',
  laos: 'LA',
  burma: 'MM',
  'cote d ivoire': 'CI',
  'ivory coast': 'CI',
  'congo, democratic republic of the': 'CD',
  'congo, republic of the': 'CG',
  kosovo: 'XK',
  taiwan: 'TW',
  turkey: 'TR',
  turkiye: 'TR',
  macedonia: 'MK',
  'cape verde': 'CV',
  brunei: 'BN',
  swaziland: 'SZ',
  'czech republic': 'CZ',
  'region: crimea': 'UA',
  'west bank': 'PS',
  gaza: 'PS',
  palestinian: 'PS',
  micronesia: 'FM',
  'the gambia': 'GM',
  netherlands: 'NL',
}

const codes: ReadonlyMap<string, string> = new Map([
  ...iso31661.map(({ name, alpha2 }): [string, string] => [keyOf(name), alpha2]),
  ...iso31661.map(({ alpha2, alpha3 }): [string, string] => [alpha3.toLowerCase(), alpha2]),
  ...Object.entries(names).map(([name, code]): [string, string] => [keyOf(name), code]),
])
