import type { Db } from '#kernel/db/db.ts'
import type { AppliedPrice } from './open-pricing.ts'
import { standardPrice } from './rule.ts'
import { appliedPriceRecord } from './shapes.ts'
import { findRule } from './store.ts'

/** Why the fee of a captured payment is what it is, for people. */
export async function explainPrice(db: Db, { ruleId, facts }: AppliedPrice) {
  const price = ruleId === undefined ? standardPrice : await findRule(db, ruleId)
  return price && appliedPriceRecord({ ruleId, price, facts })
}
