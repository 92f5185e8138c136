import type { Approval, Approvals, StaffAuthor } from '#core/access'
import type { Ref, Write } from '#kernel/db/commit/commit.ts'
import { type ChangePricesContext, ownerOf, removePrice, requireRule, setPrice } from './change-prices.ts'
import { priceOfCriteria } from './price-before.ts'
import { type RuleInput, readRule } from './read-rule.ts'
import type { Price, PriceRule, PriceRuleId } from './rule.ts'
import { rulesFor } from './store.ts'

export type PricesByHandContext = ChangePricesContext & { approvals: Pick<Approvals, 'require' | 'attempt' | 'get'> }

type ByHand = { by: StaffAuthor; once?: ((subjectId: string | Ref) => Write[]) | undefined }
type Priced = { rule: PriceRule; waits?: undefined } | { rule?: undefined; waits: Approval }

/**
 * Sets a price as a member of staff. Where the installation wants two people, the first call waits for an approval of
 * exactly this price, and the same call sets it when another person has given it.
 */
export function setPriceByHand(ctx: PricesByHandContext, input: Setting): Promise<Priced> {
  const { by, rule } = input
  const given = { ...shownRule(rule), ...shownPrice(rule) }
  return ctx.approvals.attempt({ by, action: 'pricing:change', subject: pricesOf(rule), given }, () => set(ctx, input))
}

type Setting = ByHand & { rule: RuleInput }

async function set(ctx: PricesByHandContext, { by, rule, once }: Setting): Promise<Priced> {
  const now = ctx.clock.now()
  // What is not possible is refused before another person is asked.
  const read = await readRule(ctx, now, rule)
  const before = priceOfCriteria(await rulesThatCount(ctx, read), read, read.validFrom)
  const cleared = await ctx.approvals.require({
    by,
    action: 'pricing:change',
    owner: ownerOf(read),
    subject: pricesOf(read),
    request: { ...shownRule(rule), ...shownPrice(rule), before: shownPrice(before) },
    once,
  })
  if (!cleared.allowed) return { waits: cleared.approval }
  return {
    rule: await setPrice(ctx, { by, rule, once: alongside((id) => cleared.writesMaking('priceRule', id), once) }),
  }
}

/** Ends a price as a member of staff, by two people where the installation wants that. */
export function removePriceByHand(ctx: PricesByHandContext, input: Removal): Promise<Priced> {
  const { by, id } = input
  const subject = { type: 'priceRule', id: String(id) }
  return ctx.approvals.attempt({ by, action: 'pricing:change', subject }, () => remove(ctx, input))
}

type Removal = ByHand & { id: PriceRuleId }

async function remove(ctx: PricesByHandContext, { by, id, once }: Removal): Promise<Priced> {
  const rule = await requireRule(ctx, id)
  const { merchantId, siteId, brand, region, cardType, currency, volumeFromMinor, validFrom } = rule
  const now = ctx.clock.now()
  const at = Temporal.Instant.compare(validFrom, now) > 0 ? validFrom : now
  const others = (await rulesThatCount(ctx, rule)).filter((other) => other.id !== id)
  const cleared = await ctx.approvals.require({
    by,
    action: 'pricing:change',
    owner: ownerOf({ merchantId }),
    subject: { type: 'priceRule', id: String(id) },
    request: {
      remove: true,
      ...{ merchantId, siteId, brand, region, cardType, currency, volumeFromMinor: volumeFromMinor?.toString() },
      ...shownPrice(priceOfCriteria(others, rule, at)),
      before: shownPrice(rule),
    },
    once,
  })
  if (!cleared.allowed) return { waits: cleared.approval }
  return { rule: await removePrice(ctx, { by, id, once: alongside(() => cleared.writes, once) }) }
}

/** As a call says it, so that the call can be made again. */
function shownRule({ volumeFromMinor, validFrom, fixedMinor: _, minimumMinor: __, ...given }: RuleInput) {
  return {
    ...given,
    volumeFromMinor: volumeFromMinor?.toString(),
    validFrom: validFrom === undefined ? 'at once' : String(validFrom),
  }
}

const shownPrice = ({ basisPoints, fixedMinor, minimumMinor }: Pick<RuleInput, keyof Price>) => ({
  basisPoints,
  fixedMinor: String(fixedMinor),
  minimumMinor: minimumMinor?.toString(),
})

/** Of everybody's rules those of a merchant, if it is about one. */
const rulesThatCount = ({ db }: PricesByHandContext, { merchantId }: Pick<PriceRule, 'merchantId'>) =>
  rulesFor(db, merchantId)

const pricesOf = ({ merchantId, siteId }: Pick<RuleInput, 'merchantId' | 'siteId'>) => ({
  type: 'prices',
  id: siteId ? `site ${siteId}` : merchantId ? `merchant ${merchantId}` : 'everybody',
})

const alongside =
  (writes: (subjectId: string | Ref) => readonly Write[], once: ByHand['once']) =>
  (subjectId: string | Ref): Write[] => [...writes(subjectId), ...(once?.(subjectId) ?? [])]
