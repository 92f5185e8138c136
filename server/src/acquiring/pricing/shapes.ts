import { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, money } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { regions } from './region.ts'
import { type Price, type PriceRule, standardPrice } from './rule.ts'
import type { Tried } from './try-price.ts'

const priceFields = {
  basisPoints: z.int().meta({ description: 'The percentage, in hundredths of a percent.' }),
  fixed: z.string().meta({ description: 'In the currency of the payment, as the minimum is.' }),
  minimum: z.string(),
}

export const ruleShape = z.strictObject({
  id: z.string(),
  state: z.enum(['current', 'coming', 'ended']),
  merchantId: z.string().optional().meta({ description: 'Absent: for everybody.' }),
  siteId: z.string().optional(),
  brand: z.string().optional(),
  region: z.enum(regions).optional(),
  cardType: z.string().optional(),
  currency: z.string().optional(),
  volumeFrom: z
    .string()
    .optional()
    .meta({ description: 'What the merchant has captured in the month before, at least.' }),
  ...priceFields,
  validFrom: momentShape,
  until: momentShape.optional(),
  createdAt: momentShape,
})
export type RuleRecord = z.output<typeof ruleShape>

/** A price as it is written; merchants take currencies with two decimals alone. */
const priceRecord = ({ basisPoints, fixedMinor, minimumMinor }: Price) => ({
  basisPoints,
  fixed: twoDecimals(fixedMinor),
  minimum: twoDecimals(minimumMinor),
})
const twoDecimals = (minor: bigint): string => formatMoney(money(minor, 'EUR'))

/** What is charged where no rule fits. */
export const standardPriceRecord = priceRecord(standardPrice)

export const ruleRecord = (rule: PriceRule, now: Instant): RuleRecord => ({
  id: String(rule.id),
  state: stateOf(rule, now),
  ...(rule.merchantId !== undefined && { merchantId: String(rule.merchantId) }),
  ...(rule.siteId !== undefined && { siteId: String(rule.siteId) }),
  ...(rule.brand !== undefined && { brand: rule.brand }),
  ...(rule.region !== undefined && { region: rule.region }),
  ...(rule.cardType !== undefined && { cardType: rule.cardType }),
  ...(rule.currency !== undefined && { currency: rule.currency }),
  ...(rule.volumeFromMinor !== undefined && { volumeFrom: twoDecimals(rule.volumeFromMinor) }),
  ...priceRecord(rule),
  validFrom: momentText(rule.validFrom),
  ...(rule.until && { until: momentText(rule.until) }),
  createdAt: momentText(rule.createdAt),
})

function stateOf({ validFrom, until }: PriceRule, now: Instant): RuleRecord['state'] {
  if (until && Temporal.Instant.compare(until, now) <= 0) return 'ended'
  if (until && Temporal.Instant.compare(until, validFrom) <= 0) return 'ended'
  return Temporal.Instant.compare(validFrom, now) <= 0 ? 'current' : 'coming'
}

/** What a price was chosen by, beside what a payment says itself. */
const factsShape = {
  cardCountry: z.string().optional(),
  siteCountry: z.string().optional(),
  cardType: z.string().optional(),
  volume: z.string().optional().meta({ description: 'What the merchant had captured in the month before.' }),
}

/** The price of a payment that was captured: why its fee is what it is. */
export const appliedPriceShape = z.strictObject({
  ruleId: z.string().optional().meta({ description: 'Absent: the standard price.' }),
  ...priceFields,
  ...factsShape,
})

export const triedShape = appliedPriceShape.extend({
  siteId: z.string(),
  amount: z.string(),
  currency: z.string(),
  brand: z.string(),
  fee: z.string(),
  net: z.string().meta({ description: 'What the merchant would be owed.' }),
})
export type TriedRecord = z.output<typeof triedShape>

type Applied = { ruleId: bigint | undefined; price: Price; facts: Tried['facts'] }

export function appliedPriceRecord({ ruleId, price, facts }: Applied): z.output<typeof appliedPriceShape> {
  const { cardCountry, siteCountry, cardType, volume } = facts ?? {}
  return {
    ...(ruleId !== undefined && { ruleId: String(ruleId) }),
    ...priceRecord(price),
    ...(cardCountry && { cardCountry }),
    ...(siteCountry && { siteCountry }),
    ...(cardType && { cardType }),
    ...(volume !== undefined && { volume: twoDecimals(BigInt(volume)) }),
  }
}

export const triedRecord = ({ siteId, brand, amount, fee, ...tried }: Tried): TriedRecord => ({
  siteId: String(siteId),
  amount: formatMoney(amount),
  currency: amount.currency,
  brand,
  fee: formatMoney(fee),
  net: formatMoney(money(amount.minor - fee.minor, amount.currency)),
  ...appliedPriceRecord({ ...tried, ruleId: tried.rule?.id }),
})
