import creditCardType from 'credit-card-type'

/** The card schemes, by the names that public clients use (wire fact on card types). */
export const cardBrands = [
  'visa',
  'mastercard',
  'maestro',
  'amex',
  'jcb',
  'diners',
  'discover',
  'unionpay',
  'mir',
  'dankort',
] as const
export type CardBrand = (typeof cardBrands)[number]

/** How the cards of a scheme are written. */
export type BrandRules = {
  name: string
  /** How many digits a number may have, and after which of them a space is shown. */
  lengths: readonly number[]
  gaps: readonly number[]
  securityCodeDigits: number
  /** Prefixes and ranges of prefixes; the longest one that fits decides. */
  prefixes: readonly (number | readonly number[])[]
}

/**
 * A co-branded Dankort (4571) is processed as a Visa outside of Denmark; only the pure one is a scheme of its own. Its
 * range lies inside Maestro's, so it is last in the list and wins the tie.
 */
const dankort: BrandRules = {
  name: 'Dankort',
  lengths: [16],
  gaps: [4, 8, 12],
  securityCodeDigits: 3,
  prefixes: [[501900, 501999]],
}

export const brandRules: Readonly<Record<CardBrand, BrandRules>> = {
  visa: rulesOf('visa'),
  mastercard: rulesOf('mastercard'),
  maestro: rulesOf('maestro'),
  amex: rulesOf('american-express'),
  jcb: rulesOf('jcb'),
  diners: rulesOf('diners-club'),
  discover: rulesOf('discover'),
  unionpay: rulesOf('unionpay'),
  mir: rulesOf('mir'),
  dankort,
}

/**
 * The scheme of a card number, or of its first digits; undefined while it is undecided, or for numbers that are not
 * issued. Schemes of a single country that are not in our list are read as the network whose range contains them.
 */
export function brandOf(digits: string): CardBrand | undefined {
  let found: CardBrand | undefined
  let longest = 0
  for (const brand of cardBrands) {
    for (const prefix of brandRules[brand].prefixes) {
      const [low, high] = typeof prefix === 'number' ? [prefix, prefix] : prefix
      const length = String(low).length
      const start = digits.length >= length ? Number(digits.slice(0, length)) : -1
      if (length >= longest && start >= low! && start <= high!) {
        found = brand
        longest = length
      }
    }
  }
  return found
}

function rulesOf(type: string): BrandRules {
  const { niceType, lengths, gaps, code, patterns } = creditCardType.getTypeInfo(type)
  return { name: niceType, lengths, gaps, securityCodeDigits: code.size, prefixes: patterns }
}
