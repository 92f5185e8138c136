import { z } from 'zod'
import { merchantCurrencies } from '#acquiring/ids'
import { takesAmount } from '#connectors/acquirer/port.ts'
import type { Connectors } from '#connectors/acquirer/registry.ts'
import {
  authorOf,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  siteIdField,
  siteInScope,
  staffList,
  staffRoute,
} from '#core/access'
import type { Directory } from '#core/directory'
import { readId } from '#kernel/base/id.ts'
import { amount, amountIn, oneOf, optional, text, wholeNumber } from '#kernel/http/field.ts'
import { pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import type { Routing } from './open-routing.ts'
import { refuse } from './refusals.ts'
import { type Rule, type RuleId, rulesFor } from './route.ts'
import { connectorRecord, connectorShape, ruleRecord, ruleShape, triedShape } from './shapes.ts'

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
    }),
    reply: triedShape,
    run: (call) => tryRouting(ctx, call),
  })

type Tried = {
  caller: StaffCaller
  query: {
    siteId: string
    currency?: (typeof merchantCurrencies)[number] | undefined
    amount?: Parameters<typeof amountIn>[0] | undefined
    brand?: string | undefined
    bin?: string | undefined
  }
}

async function tryRouting({ routing, connectors, directory }: Context, { caller, query }: Tried) {
  const { currency = 'EUR', brand = '', bin = '' } = query
  const { id: siteId } = await siteInScope(directory, caller, query.siteId)
  const facts = { siteId, currency, brand, bin }
  const minor = query.amount && amountIn(query.amount, currency).minor
  const [order, rules, paused] = await Promise.all([routing.connectorsFor(facts), routing.rules(), routing.paused()])
  const fitting = rulesFor(rules, facts)
  const data = order.map((id) => {
    const rule = fitting.find(({ connector }) => connector === id)
    const isDefault = id === connectors.ids[0]
    const takes = minor === undefined || takesAmount(connectors.get(id).capabilities, minor)
    const skipped = paused.has(id) ? ('paused' as const) : takes ? undefined : ('amount' as const)
    return {
      connector: id as string,
      because: rule ? ('rule' as const) : isDefault ? ('default' as const) : ('own_card' as const),
      ...(rule && { ruleId: String(rule.id) }),
      ...(skipped && { skipped }),
    }
  })
  return { data }
}
