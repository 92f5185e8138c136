import type { Instant } from '#kernel/base/clock.ts'
import { type Criteria, isValidAt, mostSpecific, type Price, type PriceRule, standardPrice } from './rule.ts'

/**
 * What payments of exactly these criteria are charged at a moment by the rules there are: by the one with the same
 * criteria, or by the most specific of those that say less.
 */
export function priceOfCriteria(rules: readonly PriceRule[], criteria: Criteria, at: Instant): Price {
  const { basisPoints, fixedMinor, minimumMinor } =
    mostSpecific(rules.filter((rule) => isValidAt(rule, at) && saysNoMore(rule, criteria))) ?? standardPrice
  return { basisPoints, fixedMinor, minimumMinor }
}

const names = ['merchantId', 'siteId', 'brand', 'region', 'cardType', 'currency'] as const

const saysNoMore = (rule: Criteria, criteria: Criteria): boolean =>
  names.every((name) => rule[name] === undefined || rule[name] === criteria[name]) &&
  (rule.volumeFromMinor === undefined || rule.volumeFromMinor <= (criteria.volumeFromMinor ?? 0n))
