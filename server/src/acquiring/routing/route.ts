import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { SiteId } from '#core/directory'
import type { Brand } from '#kernel/base/brand.ts'
import type { Currency } from '#kernel/base/money.ts'

export type RuleId = Brand<bigint, 'RuleId'>

/** A payment that has all that the rule names goes to its connector. A rule that names nothing is for every payment. */
export type Rule = NewRule & { id: RuleId }
export type NewRule = {
  /** From 1. The lowest that fits goes first; of two with the same, the older one. */
  priority: number
  connector: ConnectorId
  siteId: SiteId | undefined
  currency: Currency | undefined
  /** As cards are shown: `visa`. */
  brand: string | undefined
  /** The first digits of the card number, 1 to 8 of them. */
  bin: string | undefined
}

/** What routing knows of a payment. `bin` has the first 8 digits of the card number. */
export type Facts = { siteId: SiteId; currency: Currency; brand: string; bin: string }

/** The connectors for a payment, best first, each once: those of the rules that fit, then the default. */
export function route(rules: readonly Rule[], facts: Facts, byDefault: ConnectorId): readonly ConnectorId[] {
  return [...new Set([...rulesFor(rules, facts).map(({ connector }) => connector), byDefault])]
}

/** The rules that fit a payment, in their order. */
export const rulesFor = (rules: readonly Rule[], facts: Facts): readonly Rule[] =>
  rules
    .filter((rule) => fits(rule, facts))
    .toSorted((one, other) => one.priority - other.priority || (one.id < other.id ? -1 : 1))

const fits = ({ siteId, currency, brand, bin }: Rule, facts: Facts): boolean =>
  (siteId === undefined || siteId === facts.siteId) &&
  (currency === undefined || currency === facts.currency) &&
  (brand === undefined || brand === facts.brand) &&
  (bin === undefined || facts.bin.startsWith(bin))
