import type { Approval, Approvals, StaffAuthor } from '#core/access'
import type { Ref, Write } from '#kernel/db/commit/commit.ts'
import { type ChangePricesContext, ownerOf, removePrice, requireRule, setPrice } from './change-prices.ts'
import { type RuleInput, readRule } from './read-rule.ts'
import type { PriceRule, PriceRuleId } from './rule.ts'

export type PricesByHandContext = ChangePricesContext & { approvals: Pick<Approvals, 'require' | 'get'> }

type ByHand = { by: StaffAuthor; once?: ((subjectId: string | Ref) => Write[]) | undefined }
type Priced = { rule: PriceRule; waits?: undefined } | { rule?: undefined; waits: Approval }

/**
 * Sets a price as a member of staff. Where the installation wants two people, the first call waits for an approval of
 * exactly this price, and the same call sets it when another person has given it.
 */
export async function setPriceByHand(
  ctx: PricesByHandContext,
  { by, rule, once }: ByHand & { rule: RuleInput },
): Promise<Priced> {
  // What is not possible is refused before another person is asked.
  const { merchantId, siteId } = await readRule(ctx, ctx.clock.now(), rule)
  const { volumeFromMinor, fixedMinor, minimumMinor, validFrom, ...given } = rule
  const cleared = await ctx.approvals.require({
    by,
    action: 'pricing:change',
    owner: ownerOf({ merchantId }),
    subject: { type: 'prices', id: siteId ? `site ${siteId}` : merchantId ? `merchant ${merchantId}` : 'everybody' },
    request: {
      ...given,
      volumeFromMinor: volumeFromMinor === undefined ? undefined : String(volumeFromMinor),
      fixedMinor: String(fixedMinor),
      minimumMinor: minimumMinor === undefined ? undefined : String(minimumMinor),
      validFrom: validFrom === undefined ? 'at once' : String(validFrom),
    },
    once,
  })
  if (!cleared.allowed) return { waits: cleared.approval }
  return {
    rule: await setPrice(ctx, { by, rule, once: alongside((id) => cleared.writesMaking('priceRule', id), once) }),
  }
}

/** Ends a price as a member of staff, by two people where the installation wants that. */
export async function removePriceByHand(
  ctx: PricesByHandContext,
  { by, id, once }: ByHand & { id: PriceRuleId },
): Promise<Priced> {
  const { merchantId } = await requireRule(ctx, id)
  const cleared = await ctx.approvals.require({
    by,
    action: 'pricing:change',
    owner: ownerOf({ merchantId }),
    subject: { type: 'priceRule', id: String(id) },
    request: 'remove',
    once,
  })
  if (!cleared.allowed) return { waits: cleared.approval }
  return { rule: await removePrice(ctx, { by, id, once: alongside(() => cleared.writes, once) }) }
}

const alongside =
  (writes: (subjectId: string | Ref) => readonly Write[], once: ByHand['once']) =>
  (subjectId: string | Ref): Write[] => [...writes(subjectId), ...(once?.(subjectId) ?? [])]
