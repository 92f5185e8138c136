import { staffActions } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import { refuse } from './refusals.ts'
import type { PriceRule } from './rule.ts'

/** What an operator does with a price. */
export const ruleActions = staffActions({ remove: { permission: 'pricing:change', caller: 'operator' } }, [
  'price_rule_ended',
])

export const ruleGuards = (rule: PriceRule, now: Instant) => ({ remove: () => requireNotEnded(rule, now) })

export function requireNotEnded({ id, until }: PriceRule, now: Instant): void {
  if (until && Temporal.Instant.compare(until, now) <= 0) throw refuse('price_rule_ended', { ruleId: id, until })
}
