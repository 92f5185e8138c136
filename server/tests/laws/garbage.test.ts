import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import type { OrderId } from '#acquiring/ids'
import { selfServiceUrl } from '#acquiring/subscriptions'
import { openHttp } from '../../src/surfaces/http.ts'
import { issuingRoutes } from '../../src/surfaces/issuing-api/routes.ts'
import { merchantRoutes } from '../../src/surfaces/merchant-api/routes.ts'
import { networkRoutes } from '../../src/surfaces/network/routes.ts'
import { staffRoutes } from '../../src/surfaces/staff-api/routes.ts'
import { signedByHand } from '../world/by-hand.ts'
import { runs } from '../world/length.ts'
import { officeOf } from '../world/payer.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { fieldOf } from '../world/shopper.ts'
import { routes } from './garbage-routes.ts'

/** What the merchants' interface may answer besides, to those who have a key. */
const expectedOfApi = [...[200, 201, 202, 400, 402, 404], ...[405, 409, 410, 413, 414, 415]]
const expected = [200, 302, 303, 400, 401, 403, 404, 405, 413, 414, 415]

test('no garbage causes an error of ours', async () => {
  const shop = await openShop({ attemptsMax: 10 })
  const tokens = await someTokens(shop)
  const property = fc.asyncProperty(garbage(tokens), async (input) => {
    const { statusCode } = await shop.world.http.inject(input)
    expect(expected, JSON.stringify(input)).toContain(statusCode)
  })
  await fc.assert(property, runs(250))
  expect(shop.world.logged.filter((line) => line.includes('a page failed'))).toEqual([])
})

test('no garbage makes the interface for merchants fail', async () => {
  const shop = await openShop()
  const { http, app } = shop.world
  const authorization = `Bearer ${shop.privateKey}`
  const input = fc.record({
    route: fc.constantFrom(...merchantRoutes(app)),
    id: fc.constantFrom('0', '1001', '99999999999999999999', 'a%00b', '-1', '1e3'),
    query: fc.constantFrom(
      '',
      '?page=-1',
      '?perPage=x',
      '?customerId=1001&page[]=1',
      '?__proto__[a]=1',
      '?amountFrom=1e9',
    ),
    body,
  })
  const property = fc.asyncProperty(input, async ({ route: { method, path }, id, query, body: { type, payload } }) => {
    const headers = { authorization, ...(method !== 'GET' && { 'content-type': type }) }
    const url = path.replace(/:\w+/, id) + query
    const { statusCode } = await http.inject({ method, url, headers, ...(method !== 'GET' && { payload }) })
    expect(expectedOfApi, `${method} ${url} ${JSON.stringify(payload)}`).toContain(statusCode)
  })
  await fc.assert(property, runs(250))
})

test('the pay form of an order that can be paid may hold anything', async () => {
  const shop = await openShop({ attemptsMax: 10 })
  let ana = await shop.sends()
  const fields = fc.array(fc.tuple(fc.constantFrom(...cardFieldNames), strangeText), { maxLength: 4 })
  const property = fc.asyncProperty(fc.boolean(), fields, async (withGood, odd) => {
    if (!(await ana.sees()).text.includes('name="attempt"')) ana = await shop.sends()
    const attempt = fieldOf((await ana.sees()).text, 'attempt')
    const { attempt: _other, ...card } = good
    const payload = written([['attempt', attempt], ...(withGood ? Object.entries(card) : []), ...odd])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await shop.world.http.inject({ method: 'POST', url: `${ana.address}/pay`, headers, payload })
    expect([303, 400], payload).toContain(reply.statusCode)
  })
  await fc.assert(property, runs(120))
})

test('what the store signs can be any JSON: it is opened or refused', async () => {
  const shop = await openShop()
  const base = { siteId: shop.site.id, customer: { identifier: 'ana', email: 'a@b.ro' } }
  const order = { orderId: 'o', type: 'purchase', amount: 1, currency: 'EUR', description: 'x' }
  const value = fc.oneof(fc.jsonValue(), strangeText, fc.constantFrom(0, -1, 1e21, '1e3', '٣', null, [], {}, true))
  const field = fc.constantFrom(...names)
  const bent = fc.record({ field, value, deep: fc.boolean() }).map((change) => ({
    ...base,
    ...(!change.deep && { [change.field]: change.value }),
    order: { ...order, ...(change.deep && { [change.field]: change.value }) },
  }))
  const property = fc.asyncProperty(bent, async (request) => {
    const payload = new URLSearchParams(signedByHand(JSON.stringify(request), shop.privateKey)).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { statusCode } = await shop.world.http.inject({ method: 'POST', url: '/', headers, payload })
    expect([303, 400], JSON.stringify(request)).toContain(statusCode)
  })
  await fc.assert(property, runs(120))
})

test('every route of the server is in the list above', async () => {
  const shop = await openShop()
  const http = await openHttp(shop.world.app, undefined)
  const drawn = http.printRoutes({ commonPrefix: false })
  await http.close()
  const issuing = issuingRoutes(shop.world.app).map(({ path }) => `/v1${path}`)
  const more = ['/stream', '/reference/merchants', '/reference/partners']
  const staff = [...staffRoutes(shop.world.app).map(({ path }) => path), ...more].map((path) => `/staff/v1${path}`)
  const network = networkRoutes(shop.world.app).map(({ path }) => `/network/v1${path}`)
  const api = [...merchantRoutes(shop.world.app).map(({ path }) => path), ...issuing, ...network, ...staff]
  const known = new Set<string>([...routes.map(([, path]) => path), ...api])
  // Where there is nothing under an address of the interface, its own 404 answers.
  const nothing = /^(\/[a-z-]+)?\/?\*$/
  expect(pathsIn(drawn).filter((path) => !known.has(path) && !nothing.test(path))).toEqual([])
  expect(pathsIn(drawn).length).toBeGreaterThanOrEqual(known.size)
})

const names = [
  ...[
    'siteId',
    'publicKey',
    'customer',
    'order',
    'cardTransactionMode',
    'saveCard',
    'cardId',
    'backUrl',
    'invoiceEmail',
  ],
  ...[
    'customData',
    'custom',
    'threeDSecureData',
    'transactionOption',
    'orderId',
    'type',
    'amount',
    'currency',
    'items',
  ],
  ...[
    'description',
    'tags',
    'intervalType',
    'intervalValue',
    'trialAmount',
    'firstBillDate',
    'retryPayment',
    'level3Type',
  ],
  ...['level3Airline', '__proto__', 'constructor', 'toString'],
]

const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('\0', '%00', '%', '\ud800', '‮', '../..', "' or 1=1 --", '{{7*7}}', '<script>', 'a'.repeat(5000)),
)

const fieldNames = [
  ...['attempt', 'card', 'cardNumber', 'cardExpiry', 'cardCvv', 'cardHolderName', 'saveCard', 'browserJavaScript'],
  ...['browserScreenWidth', 'browserTimeZone', 'PaRes', 'MD', 'PaReq', 'decision', 'code', 'jsonRequest', 'checksum'],
  ...['__proto__', 'card[]', 'card[a]', 'attempt[0][1][2][3][4][5][6][7]', 'constructor[prototype]', 'x'],
]
const cardFieldNames = [
  ...['card', 'card[]', 'card[a]', 'cardNumber', 'cardNumber[]', 'cardExpiry', 'cardExpiry[a]', 'cardCvv', 'cardCvv[]'],
  ...['cardHolderName', 'cardHolderName[a]', 'saveCard', 'saveCard[]', 'browserScreenWidth', 'browserTimeZone[]'],
]
const written = (fields: readonly (readonly [string, string])[]): string =>
  fields.map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`).join('&')
const good = { attempt: '1', card: 'new', cardNumber: '4111111111111111', cardExpiry: '12/34', cardCvv: '123' }

const form = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(fc.constantFrom(...fieldNames), strangeText), { maxLength: 8 }))
  .map(([withGood, fields]) => written([...(withGood ? Object.entries(good) : []), ...fields]))
const body = fc.oneof(
  { weight: 4, arbitrary: form.map((payload) => ({ type: 'application/x-www-form-urlencoded', payload })) },
  { weight: 1, arbitrary: fc.json().map((payload) => ({ type: 'application/json', payload })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'x',
        ),
        fc.oneof(strangeText, fc.constant(`a=${'b'.repeat(1_100_000)}`)),
      )
      .map(([type, payload]) => ({ type, payload })),
  },
)

const garbage = (tokens: readonly string[]): fc.Arbitrary<InjectOptions> =>
  fc
    .record({
      route: fc.constantFrom(...routes),
      token: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...tokens) }, strangeText.map(encoded)),
      query: fc.oneof(
        fc.constant(''),
        fc.constantFrom('?lang=de', '?lang[]=de', '?lang=%', '?__proto__[a]=1', '?a&a&a'),
      ),
      body,
      language: fc.constantFrom('de', '*', ';;;q=q', 'x'.repeat(3000), '\u00ff'),
    })
    .map(({ route: [method, path], token, query, body: { type, payload }, language }) => ({
      method,
      url: path.replace(/:token|:hash|:id/, token.slice(0, 300)) + query,
      headers: { 'accept-language': language, ...(method === 'POST' && { 'content-type': type }) },
      ...(method === 'POST' && { payload }),
    }))

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).replace(/^\.+$/, 'x') || 'x'

/** Of sessions in several states, of a link, and of a subscription. */
async function someTokens(shop: Shop): Promise<string[]> {
  const shoppers = [await shop.sends(), await shop.sends({ amount: '30.00' }), await shop.sends(), await shop.sends()]
  await shoppers[1]!.pays()
  await shoppers[2]!.pays()
  await shoppers[3]!.cancels()
  const link = await officeOf(shop).makes()
  const subscriber = await shop.sends({ order: { type: 'recurring', intervalType: 'month', intervalValue: 1 } })
  await subscriber.pays()
  const { world } = shop
  const [order] = await shop.rows(`select id from orders.orders where type = 'recurring'`)
  const { url } = selfServiceUrl(world.app, { orderId: BigInt(order!.id as string) as OrderId, now: world.clock.now() })
  const subscription = url.slice(url.indexOf('/subscription/') + '/subscription/'.length)
  return [link, subscription, ...shoppers.map(({ address }) => address.slice('/checkout/'.length))]
}

/** The paths in fastify's drawing of its tree of routes. */
function pathsIn(drawn: string): string[] {
  const path: string[] = []
  const found: string[] = []
  for (const line of drawn.split('\n')) {
    const match = /^([│ ]*)(?:├──|└──) (\S*) ?(?:\(([A-Z, ]+)\))?$/.exec(line)
    if (!match) continue
    const depth = match[1]!.length / 4
    path.splice(depth, path.length, match[2]!)
    if (match[3] && match[3] !== 'OPTIONS') found.push(path.join('').replace(/(?<=.)\/$/, ''))
  }
  return found
}
