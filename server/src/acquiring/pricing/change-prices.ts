import { type Author, auditEntry, merchantOwner, platformOwner } from '#core/directory'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { commit, insert, type Ref, ref, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { Pricing, PricingContext } from './open-pricing.ts'
import { type NewRule, type RuleInput, readRule } from './read-rule.ts'
import { refuse } from './refusals.ts'
import type { PriceRule, PriceRuleId } from './rule.ts'
import { requireNotEnded } from './rule-actions.ts'
import { findRule } from './store.ts'

export type ChangePricesContext = Writer & {
  clock: Clock
  directory: PricingContext['directory']
  pricing: Pricing
}

type Once = ((subjectId: string | Ref) => Write[]) | undefined

/**
 * Sets a price from now or a later moment on. A rule with the same criteria ends then; fees that were taken stay as they
 * are. Refuses, by field, what cannot be (`invalid_price_rule`).
 */
export async function setPrice(
  ctx: ChangePricesContext,
  { by, rule: unchecked, once }: { by: Author; rule: RuleInput; once?: Once },
): Promise<PriceRule> {
  const now = ctx.clock.now()
  const rule = await readRule(ctx, now, unchecked)
  const as = ref('price rule')
  const writes = [
    insert('pricing.rules', rowOf(now, rule), { as }),
    auditEntry(now, by, {
      action: 'priceSet',
      owner: ownerOf(rule),
      subject: { type: 'priceRule', id: as },
      after: rule,
    }),
    ...(once?.(as) ?? []),
  ]
  const ids = await commit(ctx, now, writes, 'change-prices')
  ctx.pricing.forget()
  return { ...rule, id: ids<PriceRuleId>(as), until: undefined, createdAt: now }
}

const rowOf = (now: Instant, rule: NewRule) => ({
  merchant_id: rule.merchantId ?? null,
  site_id: rule.siteId ?? null,
  brand: rule.brand ?? null,
  region: rule.region ?? null,
  card_type: rule.cardType ?? null,
  currency: rule.currency ?? null,
  volume_from_minor: rule.volumeFromMinor ?? null,
  basis_points: rule.basisPoints,
  fixed_minor: rule.fixedMinor,
  minimum_minor: rule.minimumMinor,
  valid_from: rule.validFrom,
  created_at: now,
})

/**
 * Ends a rule now, so that a less specific one counts; one that is not yet valid never will be, and what it would have
 * replaced goes on. Refuses with `price_rule_not_found` and `price_rule_ended`.
 */
export async function removePrice(
  ctx: ChangePricesContext,
  { by, id, once }: { by: Author; id: PriceRuleId; once?: Once },
): Promise<PriceRule> {
  const now = ctx.clock.now()
  const rule = await requireRule(ctx, id)
  const isRemoved = { removals_pkey: () => ended(id, now) }
  const writes = [
    insert('pricing.removals', { rule_id: id, removed_from: now, created_at: now }, { onDuplicate: isRemoved }),
    auditEntry(now, by, { action: 'priceRemoved', owner: ownerOf(rule), subject: { type: 'priceRule', id } }),
    ...(once?.(String(id)) ?? []),
  ]
  await commit(ctx, now, writes, 'change-prices')
  ctx.pricing.forget()
  return (await findRule(ctx.db, id))!
}

/** A rule that can be removed: it is there, and has not ended. */
export async function requireRule(
  { db, clock }: Pick<ChangePricesContext, 'db' | 'clock'>,
  id: PriceRuleId,
): Promise<PriceRule> {
  const rule = await findRule(db, id)
  if (!rule) throw refuse('price_rule_not_found', { ruleId: id })
  requireNotEnded(rule, clock.now())
  return rule
}

const ended = (ruleId: PriceRuleId, until: Instant) => refuse('price_rule_ended', { ruleId, until })

/** Whose affair a price is: a merchant's own, or that of the platform. */
export const ownerOf = ({ merchantId }: Pick<NewRule, 'merchantId'>) =>
  merchantId === undefined ? platformOwner : merchantOwner(merchantId)
