import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#kernel/base/clock.ts'
import type { AppKeys } from './app-keys.ts'
import type { Changes } from './changes.ts'
import type { Caller, IssuingClient } from './issuing-client.ts'
import { RefusedRequest } from './issuing-client.ts'
import { type Look, lookAt } from './look.ts'
import { homePage } from './pages/home-page.ts'
import { type AppPage, type Frame, sendPage } from './pages/page.ts'
import { pendingPage, welcomePage } from './pages/welcome-page.ts'
import type { CardSecrets } from './shapes.ts'
import type { Customer, Customers, Visitors } from './visitors.ts'

export type AppContext = {
  florin: IssuingClient
  keys: AppKeys
  visitors: Visitors
  changes: Changes
  clock: Clock
  cardProduct: string
}

/** A request of somebody who has an account here. */
export type Visit = { customers: Customers; customer: Customer; call: Caller; reply: FastifyReply }

export const customersOf = ({ visitors }: AppContext, request: FastifyRequest): Customers =>
  visitors.customersIn(request.headers.cookie)

/** A handler for customers; strangers are sent to the first page. */
export const forCustomers =
  (ctx: AppContext, handle: (visit: Visit, request: FastifyRequest) => Promise<unknown>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const customers = customersOf(ctx, request)
    const [customer] = customers
    if (!customer) return reply.redirect('/demo/app', 303)
    return handle({ customers, customer, call: ctx.florin.asCustomer(customer.id), reply }, request)
  }

/**
 * A page that is made of what the customer has now. What it shows besides is read after that, in `make`: a page may look
 * again once too often, and must never show less than its mark says.
 */
export async function show(
  { clock }: AppContext,
  { customers, call, reply }: Visit,
  make: (look: Look, frame: Frame) => AppPage | Promise<AppPage>,
): Promise<FastifyReply> {
  const look = await lookAt(call)
  const frame = { customers, look, now: clock.now() }
  return sendPage(reply, look ? await make(look, frame) : pendingPage(), frame)
}

type Shown = { done?: string | undefined; problem?: string | undefined; secrets?: CardSecrets | undefined }

export const showHome = (ctx: AppContext, visit: Visit, shown: Shown = {}): Promise<FastifyReply> =>
  show(ctx, visit, (look, frame) => homePage({ look, ...shown }, frame))

/** The first page, for strangers and for another account of a customer. */
export const showWelcome = ({ clock }: AppContext, reply: FastifyReply, problem?: string): FastifyReply =>
  sendPage(reply, welcomePage({ name: 'Ada Baker', problem }), { customers: [], look: undefined, now: clock.now() })

/** Between the registration and the card. */
export const showPending = ({ clock }: AppContext, { customers, reply }: Visit, problem?: string): FastifyReply =>
  sendPage(reply, pendingPage(problem), { customers, look: undefined, now: clock.now() })

/** Does something, and returns what Florin refuses about it, as text for the customer. */
export async function problemOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof RefusedRequest) return error.message
    throw error
  }
}
