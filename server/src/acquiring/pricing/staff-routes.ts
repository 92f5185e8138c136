import { z } from 'zod'
import { merchantCurrencies } from '#acquiring/ids'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  type StaffCaller,
  type StaffRoute,
  seesMerchant,
  siteIdField,
  siteInScope,
  staffList,
  staffRoute,
  waitingShape,
  waitsFor,
} from '#core/access'
import { type MerchantId, readMerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { readId } from '#kernel/base/id.ts'
import {
  amount,
  amountIn,
  minorOf,
  moment,
  oneOf,
  optional,
  text,
  trueOrFalse,
  wholeNumber,
} from '#kernel/http/field.ts'
import { pageQuery } from '#kernel/http/json-shape.ts'
import type { PricingContext } from './open-pricing.ts'
import { type PricesByHandContext, removePriceByHand, setPriceByHand } from './price-by-hand.ts'
import { refuse } from './refusals.ts'
import { regions } from './region.ts'
import type { PriceRule, PriceRuleId } from './rule.ts'
import { ruleActions, ruleGuards } from './rule-actions.ts'
import { ruleRecord, ruleShape, triedRecord, triedShape } from './shapes.ts'
import { findRule, listRules, type RuleFilter } from './store.ts'
import { tryPrice } from './try-price.ts'

type Context = PricesByHandContext & { directory: Pick<PricingContext['directory'], 'site'> }

const group = 'Prices'
const params = z.object({ ruleId: z.string() })
const merchantIdField = text({ max: 10, what: 'the id of a merchant' })
const word = (what: string) => text({ max: 20, what })

/** What `florin pricing` shows and does, for programs. */
export const pricingStaffRoutes = (ctx: Context): StaffRoute[] => [
  ...readingRoutes(ctx),
  tryRoute(ctx),
  ...changingRoutes(ctx),
]

const readingRoutes = (ctx: Context): StaffRoute[] => [
  staffList({
    method: 'GET',
    path: '/pricing',
    operationId: 'listPrices',
    group,
    summary: 'What payments cost: rules, newest first',
    about: 'Those for everybody are among those of a merchant or a site. Staff of a merchant see what counts for them.',
    caller: 'staff',
    permission: 'pricing:read',
    query: z.object({
      ...pageQuery,
      merchantId: optional(merchantIdField),
      siteId: optional(siteIdField),
      ended: optional(trueOrFalse()).meta({ description: 'Also those that have ended.' }),
    }),
    reply: shownShape,
    run: async ({ caller, query: { merchantId, siteId, ended, page = 1, size = 20 } }) => {
      const now = ctx.clock.now()
      const scope = await scopeOf(ctx, caller, { merchantId, siteId })
      if (!scope) return { data: [], page, size, total: 0 }
      const found = await listRules(ctx.db, { ...scope, notEndedAt: ended ? undefined : now }, { page, size })
      return { data: found.data.map((rule) => shownRule(caller, rule, now)), page, size, total: found.total }
    },
  }),
  staffRoute({
    method: 'GET',
    path: '/pricing/:ruleId',
    operationId: 'getPrice',
    group,
    summary: 'One rule',
    caller: 'staff',
    permission: 'pricing:read',
    params,
    reply: shownShape,
    run: async ({ caller, params: { ruleId } }) =>
      shownRule(caller, await ruleFor(ctx, caller, ruleId), ctx.clock.now()),
  }),
]

const shownShape = ruleShape.extend({ actions: ruleActions.shape })
const shownRule = (caller: StaffCaller, rule: PriceRule, now: Instant): z.output<typeof shownShape> => ({
  ...ruleRecord(rule, now),
  actions: ruleActions.record(caller, ruleGuards(rule, now)),
})

/** Of whose rules a list tells; undefined: of nobody's. */
async function scopeOf(
  { directory }: Context,
  caller: StaffCaller,
  asked: { merchantId: string | undefined; siteId: string | undefined },
): Promise<Pick<RuleFilter, 'merchantId' | 'siteId'> | undefined> {
  const site = asked.siteId === undefined ? undefined : await siteInScope(directory, caller, asked.siteId)
  const { scope } = caller.staff
  const own = scope.kind === 'merchant' ? scope.id : undefined
  const merchantId: MerchantId | undefined = site?.merchantId ?? readMerchantId(asked.merchantId ?? own)
  const isAll = asked.merchantId === undefined && site === undefined && scope.kind === 'platform'
  if (isAll) return { merchantId: undefined, siteId: undefined }
  return merchantId !== undefined && seesMerchant(caller, merchantId) ? { merchantId, siteId: site?.id } : undefined
}

/** A rule that the caller may see: one of their merchant, or for everybody who sells. */
async function ruleFor({ db }: Context, caller: StaffCaller, unchecked: string): Promise<PriceRule> {
  const id = readId<PriceRuleId>(unchecked)
  const rule = id === undefined ? undefined : await findRule(db, id)
  const isSeen =
    rule?.merchantId === undefined ? caller.staff.scope.kind !== 'partner' : seesMerchant(caller, rule.merchantId)
  if (!rule || !isSeen) throw refuse('price_rule_not_found', { ruleId: unchecked.slice(0, 20) })
  return rule
}

const tryRoute = ({ directory, pricing, clock }: Context): StaffRoute =>
  staffRoute({
    method: 'GET',
    path: '/pricing/try',
    operationId: 'tryPrice',
    group,
    summary: 'What a payment of a card and an amount would cost, and by which rule',
    caller: 'staff',
    permission: 'pricing:read',
    query: z.object({
      siteId: siteIdField,
      amount: amount(),
      currency: optional(oneOf(merchantCurrencies)),
      bin: optional(text({ max: 11, what: 'the first digits of the card number' })),
      brand: optional(word('a brand such as visa')),
      at: optional(moment()).meta({ description: 'A later moment, for prices to come.' }),
    }),
    reply: triedShape,
    run: async ({ caller, query: { siteId, currency = 'EUR', at, ...query } }) => {
      const site = await siteInScope(directory, caller, siteId)
      const input = { ...query, site, amount: amountIn(query.amount, currency), at: at?.in('UTC', 'from') }
      return triedRecord(await tryPrice({ pricing, clock }, input))
    },
  })

const recoverIn = (ctx: Context) => async (caller: StaffCaller, id: string) =>
  ruleRecord(await ruleFor(ctx, caller, id), ctx.clock.now())

const changingRoutes = (ctx: Context): StaffRoute[] => [
  staffRoute({
    method: 'POST',
    path: '/pricing',
    operationId: 'setPrice',
    group,
    summary: 'Set a price from now or a later moment on',
    about:
      'What is left out fits every payment. A rule with the same criteria ends then; fees that were taken stay. Where `FLORIN_APPROVALS` has `pricing:change`, the reply is 202, and the same call sets it once another person has approved.',
    caller: 'operator',
    permission: 'pricing:change',
    status: 201,
    repeated: 'stored',
    body: z.object({
      ...reasonField,
      merchantId: optional(merchantIdField),
      siteId: optional(siteIdField),
      brand: optional(word('a brand such as visa')),
      region: optional(oneOf(regions)),
      cardType: optional(word('a card type such as debit')),
      currency: optional(oneOf(merchantCurrencies)),
      volumeFrom: optional(amount('a volume')),
      basisPoints: wholeNumber({ min: 0, max: 10_000 }),
      fixed: optional(amount()),
      minimum: optional(amount()),
      validFrom: optional(moment()),
    }),
    reply: ruleShape,
    accepted: waitingShape,
    run: async ({ caller, ip, body, once }) => {
      const { merchantId, siteId, volumeFrom, fixed, minimum, validFrom, reason, ...given } = body
      const { rule, waits } = await setPriceByHand(ctx, {
        by: authorOf({ caller, ip, body: { reason } }),
        once,
        rule: {
          ...given,
          merchantId: merchantId === undefined ? undefined : (readMerchantId(merchantId) ?? 0),
          siteId: siteId === undefined ? undefined : (await siteInScope(ctx.directory, caller, siteId)).id,
          volumeFromMinor: volumeFrom && minorOf(volumeFrom),
          fixedMinor: fixed ? minorOf(fixed) : 0n,
          minimumMinor: minimum && minorOf(minimum),
          validFrom: validFrom?.in('UTC', 'from'),
        },
      })
      return waits ? waitsFor(waits) : ruleRecord(rule, ctx.clock.now())
    },
    recover: recoverWaiting(ctx, recoverIn(ctx)),
  }),
  staffRoute({
    method: 'POST',
    path: '/pricing/:ruleId/remove',
    operationId: 'removePrice',
    group,
    summary: 'End a price now; one that is not yet valid never will be',
    caller: 'operator',
    permission: 'pricing:change',
    params,
    repeated: 'stored',
    body: z.object(reasonField),
    reply: ruleShape,
    accepted: waitingShape,
    run: async ({ caller, params: { ruleId }, ip, body, once }) => {
      const { id } = await ruleFor(ctx, caller, ruleId)
      const { rule, waits } = await removePriceByHand(ctx, { by: authorOf({ caller, ip, body }), id, once })
      return waits ? waitsFor(waits) : ruleRecord(rule, ctx.clock.now())
    },
    recover: recoverWaiting(ctx, recoverIn(ctx)),
  }),
]
