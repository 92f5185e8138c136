import { signCheckoutRequest } from '@florin/client'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { type App, openApp } from '../src/app/compose.ts'
import { readConfig } from '../src/app/config.ts'
import { type SeededShop, seedBakery } from '../src/app/seed.ts'
import { openHttp } from '../src/surfaces/http.ts'

/** The demo bakery on a database, with the days in our hand. */
export type ReleaseShop = AsyncDisposable & {
  app: App
  /** Two months of a small shop, through its interfaces. Something of each kind is left under way. */
  trade(): Promise<void>
}

const port = 18_480
const publicUrl = `http://127.0.0.1:${port}`

/** Throws when the port 18480 is taken: the demo store receives its notifications there. */
export async function openShopForRelease(parts: { databaseUrl: string; keysFile: string }): Promise<ReleaseShop> {
  let now = Temporal.Instant.from('2026-05-04T10:00:00Z')
  const clock: Clock = { now: () => now, wall: () => now }
  const config = readConfig({ DATABASE_URL: parts.databaseUrl, FLORIN_KEYS_FILE: parts.keysFile })
  const app = await openApp({ config, log: silentLog, databaseUrl: parts.databaseUrl, publicUrl, clock })
  return {
    app,
    trade: async () => {
      const shop = await seedBakery(app, publicUrl)
      const http = await openHttp(app, { siteId: shop.site.id, privateKey: shop.privateKey })
      await http.listen({ host: '127.0.0.1', port })
      const pass = async (days: number) => {
        for (let day = 0; day < days; day++) {
          await runDueWorkUntilIdle(app.jobs, silentLog)
          now = now.add({ hours: 24 })
        }
        await runDueWorkUntilIdle(app.jobs, silentLog)
      }
      try {
        await tradeFor({ app, http, shop, pass })
      } finally {
        await http.close()
      }
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}

type Fields = Readonly<Record<string, string>>
type Trade = { app: App; http: FastifyInstance; shop: SeededShop; pass(days: number): Promise<void> }

async function tradeFor({ app, http, shop, pass }: Trade): Promise<void> {
  const key = shop.privateKey.reveal()
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, fields: Fields, headers: Fields = {}) =>
    call(http, { method, url, fields, headers: { authorization: key, ...headers } })
  const by = { actor: 'operator', fromWhere: 'command line' }
  const { merchantId } = shop.site
  const password = new Secret('correct horse battery staple')
  const person = { email: 'ana@bakery.example', name: 'Ana', role: 'owner', password }
  await app.staff.add({ by, scope: { kind: 'merchant', id: String(merchantId) }, ...person })

  const { id } = await send('POST', '/customer', { identifier: 'ana', email: 'ana@example.com' })
  const order = (fields: Fields, headers?: Fields) =>
    send('POST', '/order', { customerId: String(id), ...bread, ...typedCard, ...fields }, headers)
  const paid = await order({ saveCard: '1', amount: '20.00' }, { 'idempotency-key': 'bread-of-monday' })
  const reserved = await order({ cardTransactionMode: 'auth' })
  await send('PUT', `/transaction/${reserved.transactionId}`, { amount: '7.50' })
  const doubled = await order({ cardTransactionMode: 'auth' })
  await send('DELETE', `/transaction/${doubled.transactionId}`, { reason: 'duplicated-transaction' })
  const cancelled = await order({})
  await send('DELETE', `/transaction/${cancelled.transactionId}`, { message: 'Sold out' })
  const refunded = await order({})
  await order({ cardNumber: declinedCard })
  await order({ cardNumber: losesDispute })
  await order({ cardNumber: winsDispute })
  await order({ ...monthly, externalOrderId: 'bread-every-month', trialAmount: '1.00' })
  await order({ ...monthly, externalOrderId: 'bread-unpaid', cardNumber: declinedWhenBilled })
  await send('POST', '/payment-link', { ...linkToBread, siteId: String(shop.site.id) })
  await payAtCheckout(http, shop, 'checkout-1')
  await pass(1)

  await send('DELETE', `/transaction/${refunded.transactionId}`, { amount: '4.90', reason: 'customer-demand' })
  await send('POST', '/order', { ...payout, customerId: String(id), cardId: String(paid.cardId) })
  await pass(62)

  // Left under way: an authorization, a payment that no batch has, a refund of the same day, and an open checkout.
  await order({ cardTransactionMode: 'auth' })
  const last = await order({})
  await send('DELETE', `/transaction/${last.transactionId}`, { amount: '1.00' })
  await openCheckout(http, shop, 'checkout-2')
}

const typedCard = {
  transactionMethod: 'card',
  cardNumber: '4111111111111111',
  cardExpiryDate: '12/34',
  cardCvv: '123',
  cardHolderName: 'Ana Pop',
}
const bread = { amount: '9.90', currency: 'EUR', orderType: 'purchase', ip: '203.0.113.9', description: 'Bread' }
const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }
const linkToBread = {
  amount: '9.90',
  currency: 'EUR',
  orderType: 'purchase',
  active: '1',
  contentType: 'Description',
  content: 'Bread',
  limitAccess: '3',
}
const payout = {
  amount: '5.00',
  currency: 'EUR',
  orderType: 'credit',
  transactionMethod: 'card',
  cardTransactionMode: 'credit',
  description: 'Your winnings',
}
/** Cards of the sandbox: `florin start` prints some, src/connectors/acquirer/sandbox/test-cards.ts has them all. */
const declinedCard = '4000020000001008'
const declinedWhenBilled = '4000030000004001'
const losesDispute = '4000050000001005'
const winsDispute = '4000050000002003'

type Call = { method: 'POST' | 'PUT' | 'DELETE'; url: string; fields: Fields; headers: Fields }

/** The `data` of the reply. Throws unless the call succeeded; a declined card is a success of the call. */
async function call(http: FastifyInstance, { method, url, fields, headers }: Call): Promise<Record<string, unknown>> {
  const payload = new URLSearchParams(fields).toString()
  const reply = await http.inject({ method, url, headers: { ...formHeaders, ...headers }, payload })
  if (reply.statusCode >= 300 && reply.statusCode !== 402)
    throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`)
  return reply.json<{ data: Record<string, unknown> }>().data
}
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/** The shopper arrives at the hosted page; returns its address. */
async function openCheckout(http: FastifyInstance, { site, privateKey }: SeededShop, orderId: string): Promise<string> {
  const signed = signCheckoutRequest({
    privateKey: privateKey.reveal(),
    request: {
      siteId: site.id,
      customer: { identifier: 'bob', email: 'bob@example.com' },
      order: { orderId, type: 'purchase', amount: '12.40', currency: 'EUR', description: 'Cake' },
      cardTransactionMode: 'authAndCapture',
      backUrl: `${publicUrl}/demo/return`,
    },
  })
  const payload = new URLSearchParams({ ...signed }).toString()
  const { headers, body } = await http.inject({ method: 'POST', url: '/', headers: formHeaders, payload })
  if (typeof headers.location !== 'string') throw new Error(`The checkout did not open: ${body}`)
  return headers.location
}

async function payAtCheckout(http: FastifyInstance, shop: SeededShop, orderId: string): Promise<void> {
  const address = await openCheckout(http, shop, orderId)
  const { body } = await http.inject({ method: 'GET', url: address })
  const attempt = /name="attempt" value="([^"]+)"/.exec(body)?.[1] ?? ''
  const card = {
    card: 'new',
    cardNumber: '4111111111111111',
    cardExpiry: '12/34',
    cardCvv: '123',
    cardHolderName: 'Bob',
  }
  const payload = new URLSearchParams({ attempt, ...card }).toString()
  const { statusCode, body: shown } = await http.inject({
    method: 'POST',
    url: `${address}/pay`,
    headers: formHeaders,
    payload,
  })
  if (statusCode !== 303) throw new Error(`The checkout did not take the card: ${statusCode} ${shown}`)
}
