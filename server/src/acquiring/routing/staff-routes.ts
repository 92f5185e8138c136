import { z } from 'zod'
import { merchantCurrencies } from '#acquiring/ids'
import type { Connectors } from '#connectors/acquirer/registry.ts'
import { authorOf, reasonField, type StaffRoute, siteIdField, siteInScope, staffList, staffRoute } from '#core/access'
import type { Directory } from '#core/directory'
import { readId } from '#kernel/base/id.ts'
import { amount, amountIn, oneOf, optional, text, wholeNumber } from '#kernel/http/field.ts'
import { pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import type { Routing } from './open-routing.ts'
import { refuse } from './refusals.ts'
import type { Rule, RuleId } from './route.ts'
import { connectorRecord, connectorShape, ruleRecord, ruleShape, triedShape } from './shapes.ts'
import { tryRouting } from './try-routing.ts'

type Context = { routing: Routing; connectors: Connectors; directory: Pick<Directory, 'site'> }

const reading = { group: 'Connectors', caller: 'operator', permission: 'routing:read' } as const
const changing = { group: 'Connectors', caller: 'operator', permission: 'routing:change' } as const
const brandField = text({ max: 20, what: 'a brand such as visa' })
const binField = text({ max: 8, what: 'the first digits of the card number' })

/** What `florin routing` shows and does: connectors, paused and resumed, and the rules by which they get payments. */
export const routingStaffRoutes = (ctx: Context): StaffRoute[] => [
  staffList({
    ...reading,
    method: 'GET',
    path: '/connectors',
    operationId: 'listConnectors',
    summary: 'The connectors of this installation, what each can do, and which are paused',
    query: z.object(pageQuery),
    reply: connectorShape,
    run: async ({ query }) => pageOf(await Promise.all(ctx.connectors.ids.map((id) => connectorNamed(ctx, id))), query),
  }),
  pauseRoute(
    ctx,
    'pause',
    'Send a connector nothing new; what it has is inquired about, captured and refunded as before',
  ),
  pauseRoute(ctx, 'resume', 'Send new payments to a connector again'),
  ...ruleRoutes(ctx),
  tryRoute(ctx),
]

async function connectorNamed({ connectors, routing }: Context, unchecked: string) {
  const found = connectors.find(unchecked)
  if (!found) throw refuse('routing_connector_not_found', { field: 'connector', connectors: connectors.ids.join(', ') })
  const { id, acquirer } = found
  const pause = (await routing.paused()).get(id)
  return connectorRecord({ id, isDefault: id === connectors.ids[0], capabilities: acquirer.capabilities, pause })
}

const pauseRoute = (ctx: Context, action: 'pause' | 'resume', summary: string): StaffRoute =>
  staffRoute({
    group: 'Connectors',
    caller: 'operator',
    permission: 'connectors:pause',
    method: 'POST',
    path: `/connectors/:connector/${action}`,
    operationId: `${action}Connector`,
    summary,
    about: 'Running processes know it within five seconds.',
    params: z.object({ connector: z.string() }),
    repeated: 'stored',
    body: z.object(reasonField),
    reply: connectorShape,
    run: async ({ caller, ip, body, once, params: { connector } }) => {
      const by = { ...authorOf({ caller, ip, body }), reason: body.reason }
      await ctx.routing[action]({ by, connector, alongside: once(connector) })
      return connectorNamed(ctx, connector)
    },
    recover: (_caller, connector) => connectorNamed(ctx, connector),
  })

const ruleRoutes = (ctx: Context): StaffRoute[] => [
  staffList({
    ...reading,
    method: 'GET',
    path: '/routing/rules',
    operationId: 'listRoutingRules',
    summary: 'The rules by which connectors get payments, in their order',
    about: 'What no rule fits goes to the default connector.',
    query: z.object(pageQuery),
    reply: ruleShape,
    run: async ({ query }) => pageOf((await ctx.routing.rules()).map(ruleRecord), query),
  }),
  staffRoute({
    ...changing,
    method: 'POST',
    path: '/routing/rules',
    operationId: 'addRoutingRule',
    summary: 'Send payments to a connector; all that is given must fit',
    status: 201,
    repeated: 'stored',
    body: z.object({
      ...reasonField,
      connector: text({ max: 40, what: 'the name of a connector' }),
      priority: wholeNumber({ min: 1, max: 10_000 }).meta({ description: 'The lowest that fits goes first.' }),
      siteId: optional(siteIdField),
      currency: optional(oneOf(merchantCurrencies)),
      brand: optional(brandField),
      bin: optional(binField),
    }),
    reply: ruleShape,
    run: async ({ caller, ip, body: { reason, siteId, ...given }, once }) => {
      const site = siteId === undefined ? undefined : await siteInScope(ctx.directory, caller, siteId)
      const by = authorOf({ caller, ip, body: { reason } })
      return ruleRecord(await ctx.routing.addRule({ by, rule: { ...given, siteId: site?.id }, alongside: once }))
    },
    recover: async (_caller, id) => ruleRecord(await ruleNamed(ctx, id)),
  }),
  staffRoute({
    ...changing,
    method: 'POST',
    path: '/routing/rules/:ruleId/remove',
    operationId: 'removeRoutingRule',
    summary: 'Remove a rule',
    params: z.object({ ruleId: z.string() }),
    body: z.object(reasonField),
    reply: ruleShape,
    run: async ({ caller, ip, body, params: { ruleId } }) => {
      const rule = await ruleNamed(ctx, ruleId)
      await ctx.routing.removeRule({ by: authorOf({ caller, ip, body }), id: rule.id })
      return ruleRecord(rule)
    },
  }),
]

async function ruleNamed({ routing }: Context, unchecked: string): Promise<Rule> {
  const id = readId<RuleId>(unchecked)
  const rule = (await routing.rules()).find((one) => one.id === id)
  if (!rule) throw refuse('routing_rule_not_found', { field: 'ruleId' })
  return rule
}

const tryRoute = (ctx: Context): StaffRoute =>
  staffRoute({
    ...reading,
    method: 'GET',
    path: '/routing/try',
    operationId: 'tryRouting',
    summary: 'Which connectors a payment would try, in order, and why; nothing is sent',
    query: z.object({
      siteId: siteIdField,
      currency: optional(oneOf(merchantCurrencies)),
      amount: optional(amount()),
      brand: optional(brandField),
      bin: optional(binField),
      wallet: optional(oneOf(['true', 'false'])).meta({
        description: 'A number out of a wallet, with its cryptogram.',
      }),
      firstPaymentBy: optional(text({ max: 40, what: 'the name of a connector' })).meta({
        description: 'Of a merchant-initiated payment: the connector of the payment that it refers to.',
      }),
    }),
    reply: triedShape,
    run: async ({ caller, query }) => {
      const { currency = 'EUR', brand = '', bin = '', wallet, firstPaymentBy } = query
      const { id: siteId } = await siteInScope(ctx.directory, caller, query.siteId)
      const minor = query.amount && amountIn(query.amount, currency).minor
      const isWallet = wallet === 'true'
      const tried = await tryRouting(ctx, { siteId, currency, brand, bin, minor, isWallet, firstPaymentBy })
      return {
        data: tried.map(({ connector, because, rule, skipped }) => ({
          connector: connector as string,
          because,
          ...(rule && { ruleId: String(rule.id) }),
          ...(skipped && { skipped }),
        })),
      }
    },
  })
