import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { idOf } from './card-routes.ts'
import { type AppContext, forCustomers, problemOf, show, type Visit } from './context.ts'
import { quotePage, topupPage, topupStatusPage } from './pages/topup-pages.ts'
import { Coin, Quote, Topup } from './shapes.ts'

/** How money comes onto the account: by card at the hosted checkout, or in coins. */
export function topupRoutes(fastify: FastifyInstance, ctx: AppContext): void {
  fastify.get(
    '/demo/app/topup',
    forCustomers(ctx, (visit) => showTopup(ctx, visit)),
  )
  fastify.post(
    '/demo/app/topup',
    forCustomers(ctx, async (visit, request) => {
      const form = Order.safeParse(request.body)
      if (!form.success) return showTopup(ctx, visit, 'Choose an amount and how you pay.')
      return form.data.by === 'card' ? payByCard(ctx, visit, form.data.amount) : offerCoins(ctx, visit, form.data)
    }),
  )
  fastify.post(
    '/demo/app/coins',
    forCustomers(ctx, async (visit, request) => {
      const form = Order.safeParse(request.body)
      if (!form.success) return showTopup(ctx, visit, 'Choose an amount and a coin.')
      let topup: Topup | undefined
      const problem = await problemOf(async () => {
        topup = await visit.call.send(Topup, 'POST', '/topups/crypto', coinsOf(form.data))
      })
      return topup ? visit.reply.redirect(`/demo/app/topups/${topup.id}`, 303) : showTopup(ctx, visit, problem)
    }),
  )
  fastify.get(
    '/demo/app/topups/:id',
    forCustomers(ctx, (visit, request) =>
      show(ctx, visit, async () => topupStatusPage(await visit.call.read(Topup, `/topups/${idOf(request.params)}`))),
    ),
  )
  // Back from the checkout, whose browser brings a result of its own. Only Florin's server knows how the topup stands.
  const comeBack = async (query: unknown, reply: FastifyReply) => {
    const { topupId } = Back.parse(query ?? {})
    return reply.redirect(topupId ? `/demo/app/topups/${encodeURIComponent(topupId)}` : '/demo/app', 303)
  }
  fastify.get('/demo/app/topped-up', (request, reply) => comeBack(request.query, reply))
  fastify.post('/demo/app/topped-up', (request, reply) => comeBack(request.query, reply))
}

const showTopup = (ctx: AppContext, visit: Visit, problem?: string) =>
  show(ctx, visit, async () => topupPage({ coins: await visit.call.read(z.array(Coin), coinsPath), problem }))
const coinsPath = '/topups/crypto/currencies'

/** Florin replies a page, which is shown as it is: its form leads to the checkout. */
async function payByCard(ctx: AppContext, visit: Visit, amount: string) {
  let page: Response | undefined
  const problem = await problemOf(async () => {
    page = await visit.call.fetch('POST', '/topups/fiat', { amount, currency: 'EUR' })
  })
  if (!page) return showTopup(ctx, visit, problem)
  for (const name of pageHeaders) visit.reply.header(name, page.headers.get(name) ?? undefined)
  return visit.reply.send(await page.text())
}
const pageHeaders = ['content-type', 'content-security-policy', 'cache-control', 'referrer-policy']

async function offerCoins(ctx: AppContext, visit: Visit, order: Ordered) {
  let quote: Quote | undefined
  const problem = await problemOf(async () => {
    quote = await visit.call.send(Quote, 'POST', '/topups/crypto/exchange-rate', coinsOf(order))
  })
  if (!quote) return showTopup(ctx, visit, problem)
  const page = quotePage({ quote, ...order })
  return show(ctx, visit, () => page)
}

const Order = z.object({ amount: z.string().regex(/^\d{1,6}\.\d{2}$/), by: z.string().max(60) })
type Ordered = z.output<typeof Order>
const Back = z.object({ topupId: z.string().max(100).optional().catch(undefined) })

/** `sandbox:USDC` */
function coinsOf({ amount, by }: Ordered) {
  const [blockchain, cryptoCurrency] = by.split(':')
  return { fiatCurrency: 'EUR', amount, inputType: 'fiat', blockchain, cryptoCurrency, senderAddress: wallet }
}
/** The wallet of every visitor, with which the staging desk sends. */
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
