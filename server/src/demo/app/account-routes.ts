import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  type AppContext,
  customersOf,
  forCustomers,
  problemOf,
  showHome,
  showPending,
  showWelcome,
  type Visit,
} from './context.ts'
import { completeOnboarding, register } from './onboarding.ts'
import type { Customers } from './visitors.ts'

/** Who somebody is here: a new account, the others of the same browser, and a new beginning. */
export function accountRoutes(fastify: FastifyInstance, ctx: AppContext): void {
  const { visitors } = ctx

  fastify.get('/demo/app', async (request, reply) =>
    customersOf(ctx, request).length > 0 ? home(request, reply) : showWelcome(ctx, reply),
  )
  const home = forCustomers(ctx, (visit, request) => {
    const { done } = Asked.parse(request.query ?? {})
    return showHome(ctx, visit, { done: done && texts[done] })
  })

  fastify.get('/demo/app/open', async (_request, reply) => showWelcome(ctx, reply))

  fastify.post('/demo/app/open', async (request, reply) => {
    const form = Opening.safeParse(request.body)
    if (!form.success) return showWelcome(ctx, reply, 'Enter a name of at most 40 characters.')
    const customer = await register(ctx, form.data.name)
    const customers = [customer, ...customersOf(ctx, request)]
    reply.header('set-cookie', visitors.cookieFor(customers))
    return complete(ctx, { customers, customer, call: ctx.florin.asCustomer(customer.id), reply })
  })

  fastify.post(
    '/demo/app/continue',
    forCustomers(ctx, (visit) => complete(ctx, visit)),
  )

  fastify.post(
    '/demo/app/switch',
    forCustomers(ctx, async ({ customers, reply }, request) => {
      const { customer: id } = Chosen.parse(request.body ?? {})
      const chosen = customers.filter((customer) => customer.id === id)
      const others = customers.filter((customer) => customer.id !== id)
      wakeTabsOf(customers)
      return reply.header('set-cookie', visitors.cookieFor([...chosen, ...others])).redirect('/demo/app', 303)
    }),
  )

  fastify.post('/demo/app/start-over', async (request, reply) => {
    wakeTabsOf(customersOf(ctx, request))
    return reply.header('set-cookie', visitors.cookieFor([])).redirect('/demo/app', 303)
  })

  // The other tabs of the browser ask again, and bring the new cookie.
  const wakeTabsOf = (customers: Customers) => {
    for (const { id } of customers) ctx.changes.announce(id)
  }
}

/** Everything that is missing until the customer has a card. Florin may need longer to decide who they are. */
async function complete(ctx: AppContext, visit: Visit) {
  let isComplete = false
  const problem = await problemOf(async () => {
    isComplete = await completeOnboarding(ctx, visit.customer)
  })
  return isComplete ? visit.reply.redirect('/demo/app?done=opened', 303) : showPending(ctx, visit, problem)
}

/** What was done, on the page after it. */
const texts = {
  opened: 'Your account is open, and your card is ready.',
  frozen: 'Your card is frozen: it pays nowhere until you unfreeze it.',
  unfrozen: 'Your card pays again.',
  replaced: 'You have a new card. The old number pays nothing any more.',
  approved: 'Approved. The shop goes on by itself.',
  declined: 'Declined. Nothing is paid.',
} as const
export type Done = keyof typeof texts

const Asked = z.object({
  done: z
    .enum(Object.keys(texts) as [Done, ...Done[]])
    .optional()
    .catch(undefined),
})
const Opening = z.object({ name: z.string().trim().min(1).max(40) })
const Chosen = z.object({ customer: z.string().catch('') })
