/**
 * Pricing: what we charge merchants for payments. The operator sets rules by merchant, site, brand, region and type of the
 * card, currency and volume; the most specific one that is valid when money is captured makes the fee.
 */

export { boundTables } from './bound.ts'
export { removePrice, setPrice } from './change-prices.ts'
export { explainPrice } from './explain-price.ts'
export { type AppliedPrice, charged, openPricing, type PriceFacts, type Pricing } from './open-pricing.ts'
export { removePriceByHand, setPriceByHand } from './price-by-hand.ts'
export type { RuleInput } from './read-rule.ts'
export { regions } from './region.ts'
export type { PriceRule, PriceRuleId } from './rule.ts'
export {
  appliedPriceShape,
  type RuleRecord,
  ruleRecord,
  standardPriceRecord,
  type TriedRecord,
  triedRecord,
} from './shapes.ts'
export { pricingStaffRoutes } from './staff-routes.ts'
export { listRules } from './store.ts'
export { tryPrice } from './try-price.ts'
export type { Month } from './volume-month.ts'
