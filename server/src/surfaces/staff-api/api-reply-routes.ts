import { z } from 'zod'
import { type StaffCaller, type StaffRoute, staffRoute, viewerOf } from '#core/access'
import { readSiteId, type Site } from '#core/directory'
import { findHolderPartner } from '#issuing/holders'
import { readHolderId } from '#issuing/ids'
import { Refusal } from '#kernel/base/refusal.ts'
import { isPermitted, type Permission } from '#kernel/http/route.ts'
import { addressOf } from '../../app/addresses.ts'
import type { App } from '../../app/compose.ts'
import { refuse } from '../bare-json/refusals.ts'
import { failure as bareFailure, success as bareSuccess } from '../bare-json/reply.ts'
import { type FieldProblem, readFields } from '../field-problem.ts'
import { issuingRoot } from '../issuing-api/document.ts'
import { issuingRoutes } from '../issuing-api/routes.ts'
import type { JsonReply } from '../json-api.ts'
import { errorReplyOf, failure, success } from '../merchant-api/envelope.ts'
import { merchantRoutes } from '../merchant-api/routes.ts'
import { onceMade } from '../mount.ts'

/** A thing that programs read too: by which operation the staff see it, and at which address programs do. */
type Thing = {
  operationId: string
  what: string
  path: string
  /** What fills the address, from what the staff see. */
  asked(seen: Seen): Asked
  /** Of a reply with more than the staff's own: the permission to read that elsewhere. */
  alsoNeeds?: Permission
}
type Asked = { params: Readonly<Record<string, string>>; query?: Readonly<Record<string, string>> }

const seenShape = z.looseObject({
  id: z.string().default(''),
  siteId: z.coerce.string().default(''),
  hash: z.string().default(''),
  shopperId: z.string().default(''),
  customerId: z.string().default(''),
  transactionId: z.string().default(''),
})
type Seen = z.output<typeof seenShape>

const byId = ({ id }: Seen): Asked => ({ params: { id } })

const ofMerchants: readonly Thing[] = [
  // Its reply has the address and the telephone of the customer.
  {
    ...{ operationId: 'getPayment', what: 'payment', path: '/transaction/:id', asked: byId },
    alsoNeeds: 'customers:read',
  },
  { operationId: 'getOrder', what: 'order', path: '/order/:id', asked: byId },
  { operationId: 'getShopper', what: 'customer of a store', path: '/customer/:id', asked: byId },
  {
    ...{ operationId: 'getLink', what: 'payment link', path: '/payment-link/:hash' },
    asked: ({ hash }) => ({ params: { hash } }),
  },
  {
    ...{ operationId: 'getStoredCard', what: 'stored card', path: '/card/:id' },
    asked: ({ id, shopperId }) => ({ params: { id }, query: { customerId: shopperId } }),
  },
]

/** Customers and cards are not among them: their replies name the person, whom the staff of a partner do not see. */
const ofPartners: readonly Thing[] = [
  {
    ...{ operationId: 'getAccount', what: 'account', path: '/accounts/:accountId' },
    asked: ({ id }) => ({ params: { accountId: id } }),
  },
  {
    ...{ operationId: 'getCardTransaction', what: 'card transaction', path: '/transactions/:transactionId' },
    asked: ({ transactionId }) => ({ params: { transactionId } }),
  },
  { operationId: 'getTopup', what: 'topup', path: '/topups/:id', asked: byId },
]

const replyShape = z.strictObject({
  method: z.literal('GET'),
  address: z.string().meta({ description: 'Of the interface: scheme and host.' }),
  path: z.string(),
  sentBy: z.enum(['key', 'customer']).meta({
    description: 'Whose credential it takes: the private key of the site, or the access token of the customer.',
  }),
  status: z.int(),
  body: z.string().meta({ description: 'The reply as it is sent, with every digit of its numbers.' }),
})
type Replied = z.output<typeof replyShape>
type Reading = { caller: StaffCaller; ip: string; requestId: string }

/**
 * What a program would be replied about a thing at this moment, for who looks at the thing here. The reply is made by the route of
 * the interface itself, and who may read it is decided by the route of the staff that shows the thing.
 */
export function apiReplyRoutes(app: App, routes: readonly StaffRoute[]): StaffRoute[] {
  const [asSite, asHolder] = [readingAsSite(app), readingAsHolder(app)]
  return [
    ...ofMerchants.map((thing) => replyRoute(thing, { routes, read: asSite })),
    ...ofPartners.map((thing) => replyRoute(thing, { routes, read: asHolder })),
  ]
}

type Read = (thing: Thing, seen: Seen, reading: Reading) => Promise<Replied>

function replyRoute(thing: Thing, { routes, read }: { routes: readonly StaffRoute[]; read: Read }): StaffRoute {
  const { operationId, what, path, alsoNeeds } = thing
  const shown = routes.find((route) => route.operationId === operationId)
  if (!shown?.permission) throw new Error(`there is no route ${operationId} of the staff with a permission`)
  return staffRoute({
    method: 'GET',
    path: `${shown.path}/api-reply`,
    operationId: `${operationId}ApiReply`,
    group: shown.group,
    summary: `What a program is replied about one ${what}`,
    about: `The reply of \`GET ${path}\`, made by that route.${alsoNeeds ? ` Also needs \`${alsoNeeds}\`.` : ''}`,
    caller: 'staff',
    permission: shown.permission,
    params: shown.params,
    reply: replyShape,
    run: async (call) => {
      if (alsoNeeds && !isPermitted(call.caller.permissions, alsoNeeds))
        throw refuse('permission_missing', { permission: alsoNeeds })
      return read(thing, seenShape.parse(await shown.run(call)), call)
    },
  })
}

/** As a server of the store reads it, with the private key of the site. */
function readingAsSite(app: App): Read {
  const routes = onceMade(() => merchantRoutes(app))
  const address = () => addressOf(app.publicUrl, app.config.surfaceHosts.api)
  return async (thing, seen, { caller, ip, requestId }) => {
    const [route, asked] = [routeAt(routes(), thing.path), thing.asked(seen)]
    const { id: siteId, merchantId, timeZone } = await siteOf(app, seen)
    const made = async () =>
      success(
        route,
        await route.run({
          ...readAsked(route, asked),
          ...{ caller: { siteId, merchantId, timeZone, by: viewerOf({ caller, ip }) }, ip, requestId },
          ...{ body: {}, sent: {}, once: () => [] },
        }),
      )
    const reply = await madeOr(made, (refusal) => {
      const { status, errors } = errorReplyOf(refusal)
      return failure(status, errors, requestId)
    })
    return { method: 'GET', address: address(), path: pathOf(thing, asked), sentBy: 'key', ...textOf(reply) }
  }
}

/** As an app reads it, with the access token of the customer. */
function readingAsHolder(app: App): Read {
  const routes = onceMade(() => issuingRoutes(app))
  const address = () => addressOf(app.publicUrl, app.config.surfaceHosts.issuing)
  return async (thing, seen, { ip, requestId }) => {
    const [route, asked] = [routeAt(routes(), thing.path), thing.asked(seen)]
    const holderId = readHolderId(seen.customerId)
    const partnerId = holderId && (await findHolderPartner(app.db, holderId))
    if (!holderId || !partnerId) throw new Error(`the ${thing.what} ${seen.id} has no customer`)
    const made = async () =>
      bareSuccess(
        route,
        await route.run({
          ...readAsked(route, asked),
          ...{ caller: { partnerId, holderId }, ip, requestId, body: {}, once: () => [] },
        }),
      )
    const reply = await madeOr(made, (refusal) => bareFailure(refusal, { requestId, saysValues: false }))
    const path = `${issuingRoot}${pathOf(thing, asked)}`
    return { method: 'GET', address: address(), path, sentBy: 'customer', ...textOf(reply) }
  }
}

async function siteOf({ directory }: App, seen: Seen): Promise<Site> {
  const siteId = readSiteId(seen.siteId)
  const site = siteId === undefined ? undefined : await directory.site(siteId)
  if (!site) throw new Error(`there is no site ${seen.siteId}`)
  return site
}

function routeAt<Route extends { method: string; path: string }>(routes: readonly Route[], path: string): Route {
  const route = routes.find((one) => one.method === 'GET' && one.path === path)
  if (!route) throw new Error(`there is no route GET ${path}`)
  return route
}

/** As the interface reads the parts of an address. */
function readAsked(route: { params: z.ZodObject; query: z.ZodObject }, { params, query = {} }: Asked) {
  const problems: FieldProblem[] = []
  const read = { params: readFields(route.params, params, problems), query: readFields(route.query, query, problems) }
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('; '))
  return read
}

/** What the staff see and programs do not, since it was deleted, is replied as programs have it. */
async function madeOr(made: () => Promise<JsonReply>, refused: (refusal: Refusal) => JsonReply): Promise<JsonReply> {
  try {
    return await made()
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not_found') return refused(error)
    throw error
  }
}

function pathOf({ path }: Thing, { params, query }: Asked): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}

const textOf = ({ status, body }: JsonReply): Pick<Replied, 'status' | 'body'> => ({ status, body })
