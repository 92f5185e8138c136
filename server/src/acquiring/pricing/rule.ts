import type { MerchantId, SiteId } from '#core/directory'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Region } from './region.ts'

export type PriceRuleId = Brand<bigint, 'PriceRuleId'>

/** The payments that a rule is for. What is undefined fits every payment. */
export type Criteria = {
  merchantId: MerchantId | undefined
  siteId: SiteId | undefined
  /** As cards are shown: `visa`. */
  brand: string | undefined
  region: Region | undefined
  /** As the table of BINs has it, in small letters: `debit`. */
  cardType: string | undefined
  currency: Currency | undefined
  /** The volume of the merchant in the month before, in minor units of the currency, from which on the rule counts. */
  volumeFromMinor: bigint | undefined
}

/** A percentage in hundredths of a percent, and a fixed part and a minimum in minor units of the payment's currency. */
export type Price = { basisPoints: number; fixedMinor: bigint; minimumMinor: bigint }

/** A rule counts from `validFrom` until another one with the same criteria does, or it was removed. */
export type PriceRule = Criteria &
  Price & { id: PriceRuleId; validFrom: Instant; until: Instant | undefined; createdAt: Instant }

/** What is charged where no rule fits (product decision). */
export const standardPrice: Price = { basisPoints: 140, fixedMinor: 25n, minimumMinor: 0n }

/** Our fee for a captured amount. The percentage is rounded down, in the merchant's favour. */
export function feeOf({ minor, currency }: Money, { basisPoints, fixedMinor, minimumMinor }: Price): Money {
  const fee = (minor * BigInt(basisPoints)) / 10_000n + fixedMinor
  return money(fee > minimumMinor ? fee : minimumMinor, currency)
}

export const isValidAt = ({ validFrom, until }: PriceRule, now: Instant): boolean =>
  Temporal.Instant.compare(validFrom, now) <= 0 && (!until || Temporal.Instant.compare(now, until) < 0)

/** What is known of a payment without a look at anything else. */
export type PricedPayment = {
  merchantId: MerchantId
  siteId: SiteId
  currency: Currency
  card: { brand: string; first6: string }
}

export const mayFit = (rule: PriceRule, { merchantId, siteId, currency, card }: PricedPayment): boolean =>
  (rule.merchantId === undefined || rule.merchantId === merchantId) &&
  (rule.siteId === undefined || rule.siteId === siteId) &&
  (rule.brand === undefined || rule.brand === card.brand) &&
  (rule.currency === undefined || rule.currency === currency)

/** What a rule asks beyond that. */
export type Circumstances = {
  region: Region | undefined
  cardType: string | undefined
  volumeMinor: bigint | undefined
}

export const fits = (rule: PriceRule, { region, cardType, volumeMinor }: Circumstances): boolean =>
  (rule.region === undefined || rule.region === region) &&
  (rule.cardType === undefined || rule.cardType === cardType) &&
  (rule.volumeFromMinor === undefined || (volumeMinor !== undefined && rule.volumeFromMinor <= volumeMinor))

/**
 * The rule that counts of those that fit. A price of a site goes before one of its merchant, and that before one for
 * everybody. Then the rule with more criteria counts; of as many, the one that names the brand, then the region, then the
 * card type; and last the one with the higher volume. No two valid rules have the same criteria, so one is left.
 */
export const mostSpecific = (rules: readonly PriceRule[]): PriceRule | undefined =>
  rules.reduce<PriceRule | undefined>((best, rule) => (best && !goesBefore(rule, best) ? best : rule), undefined)

function goesBefore(rule: PriceRule, other: PriceRule): boolean {
  const [ranks, others] = [ranksOf(rule), ranksOf(other)]
  const differing = ranks.findIndex((rank, index) => rank !== others[index])
  return differing >= 0 && ranks[differing]! > others[differing]!
}

function ranksOf({ siteId, merchantId, brand, region, cardType, currency, volumeFromMinor }: PriceRule) {
  const scope = siteId !== undefined ? 2 : merchantId !== undefined ? 1 : 0
  const named = [brand, region, cardType].map((criterion) => (criterion === undefined ? 0 : 1))
  const count = named.reduce<number>((sum, one) => sum + one, currency === undefined ? 0 : 1)
  return [scope, count, ...named, volumeFromMinor ?? 0n]
}
