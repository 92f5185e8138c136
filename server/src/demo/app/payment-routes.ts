import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { idOf } from './card-routes.ts'
import { type AppContext, customersOf, forCustomers, problemOf, show, showHome } from './context.ts'
import { lookAt, markOf } from './look.ts'
import { transactionPage } from './pages/transaction-page.ts'
import { Challenge, DetailedTransaction } from './shapes.ts'

/** What holders see of their payments, and how they answer to them. */
export function paymentRoutes(fastify: FastifyInstance, ctx: AppContext): void {
  const { clock } = ctx

  fastify.get(
    '/demo/app/transactions/:id',
    forCustomers(ctx, (visit, request) =>
      show(ctx, visit, async () =>
        transactionPage(await visit.call.read(DetailedTransaction, `/transactions/${idOf(request.params)}`)),
      ),
    ),
  )

  // A real app recognizes its customer on the device first, by a finger, a face or a code.
  fastify.post(
    '/demo/app/answer',
    forCustomers(ctx, async (visit, request) => {
      const { challenge, answer } = Answer.parse(request.body ?? {})
      const body = { authType: 'fingerprint', authStatus: answer === 'approve' ? 'success' : 'failed' }
      const path = `/transactions/3d-secure/${encodeURIComponent(challenge)}`
      const problem = await problemOf(() => visit.call.send(Challenge, 'PATCH', path, body))
      if (problem) return showHome(ctx, visit, { problem })
      return visit.reply.redirect(`/demo/app?done=${answer === 'approve' ? 'approved' : 'declined'}`, 303)
    }),
  )

  // Server-sent events: the browser asks again by itself when a reply has ended without one.
  fastify.get('/demo/app/changes', async (request, reply) => {
    const { mark } = Seen.parse(request.query ?? {})
    return reply
      .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
      .send(
        `retry: 500\n\n${(await hasChanged(ctx, request, mark)) ? 'event: changed\ndata: look\n\n' : ': nothing yet\n\n'}`,
      )
  })

  fastify.get(
    '/demo/app/statement',
    forCustomers(ctx, async (visit) => {
      const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
      const look = await lookAt(visit.call)
      if (!look) return visit.reply.redirect('/demo/app', 303)
      const period = `from=${today.with({ day: 1 })}&to=${today}`
      const file = await visit.call.fetch('GET', `/accounts/${look.account.id}/statement?${period}&format=pdf`)
      return visit.reply
        .headers({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
        .send(Buffer.from(await file.arrayBuffer()))
    }),
  )
}

/** Waits until a page with this mark is out of date, but not long. That of a customer who has started over is at once. */
async function hasChanged(ctx: AppContext, request: FastifyRequest, mark: string): Promise<boolean> {
  const [customer] = customersOf(ctx, request)
  if (!customer) return true
  const changed = ctx.changes.next(customer.id, waitMs)
  const isOld = async () => markOf(await lookAt(ctx.florin.asCustomer(customer.id))) !== mark
  return (await isOld()) || ((await changed) && (await isOld()))
}
/** Less than proxies cut silent connections after. */
const waitMs = 20_000

const Answer = z.object({
  challenge: z.string().max(60).catch(''),
  answer: z.enum(['approve', 'decline']).catch('decline'),
})
const Seen = z.object({ mark: z.string().max(60).catch('') })
