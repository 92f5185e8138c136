import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { merchantRoutes } from '../../src/surfaces/merchant-api/routes.ts'
import { holdAgainst, newCustomer, openApi, openApiShop, orders, typedCard } from '../world/api.ts'
import { runs } from '../world/length.ts'
import { createWorld } from '../world/world.ts'

const odd = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1',
    '1001',
    '9223372036854775808',
    '1e3',
    'NaN',
    'true',
    '9.90',
    '9.905',
    '2026-02-30',
  ),
  fc.constantFrom(
    '2026-05-04',
    '2026-05-04T10:00:00 00:00',
    '%',
    '\u0000',
    '\ud800',
    '*1111',
    "'; drop table x --",
    'P1D',
    'EUR',
    'RO',
  ),
  fc.constantFrom(
    'purchase',
    'recurring',
    'managed',
    'day',
    'month',
    'card',
    '4111111111111111',
    '12/34',
    '123',
    'eyJhIjoxfQ==',
    '{"a":1}',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false),
)
const value = fc.oneof(
  { weight: 6, arbitrary: odd },
  { weight: 1, arbitrary: fc.array(odd, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('a', '0', '__proto__', 'constructor'), odd) },
)

test('no request, however odd, is answered with an error of ours or with something undocumented', async () => {
  const { api, client, world, privateKey } = await openApiShop()
  const customerId = await newCustomer(client)
  await orders(client, customerId, { ...typedCard, saveCard: '1', orderType: 'managed' })
  const routes = merchantRoutes(world.app)
  const fieldsOf = (names: readonly string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
  const asking = fc.nat(routes.length - 1).chain((index) =>
    fc.record({
      index: fc.constant(index),
      id: fc.oneof(fc.constantFrom('1001', '0', '%00', 'a b', '99999999999999999999'), fc.string({ maxLength: 40 })),
      query: fieldsOf(Object.keys(routes[index]!.query.shape)),
      body: fieldsOf(Object.keys(routes[index]!.body?.shape ?? {})),
      likely: fc.boolean(),
    }),
  )

  await fc.assert(
    fc.asyncProperty(asking, async ({ index, id, query, body, likely }) => {
      const route = routes[index]!
      // Two dots are a way up, and lead elsewhere.
      fc.pre(!/^\.{1,2}$/.test(id) && id !== '')
      const params = new URLSearchParams()
      for (const [name, one] of Object.entries(query))
        params.append(name, String(typeof one === 'object' ? JSON.stringify(one) : one))
      if (route.query.shape.customerId && likely) params.set('customerId', String(customerId))
      const url = `${route.path.replace(/:\w+/, encodeURIComponent(id.toWellFormed()))}?${params}`
      const sent = likely && route.body ? { ...body, customerId, amount: '1.00', currency: 'EUR' } : body
      const response = await world.http.inject({
        method: route.method,
        url,
        headers: { authorization: privateKey, 'content-type': 'application/json' },
        ...(route.method !== 'GET' && { payload: JSON.stringify(sent) }),
      })
      const exchange = `${route.method} ${url} ${JSON.stringify(sent)} answered ${response.statusCode} ${response.body}`
      expect(response.statusCode, exchange).toBeLessThan(500)
      const isOurs = String(response.headers['content-type']).startsWith('application/json')
      if (isOurs)
        holdAgainst(api.document, {
          method: route.method,
          path: url,
          status: response.statusCode,
          body: response.json(),
        })
      else expect(response.statusCode, exchange).toBe(404)
    }),
    runs(600),
  )
})

test('an address that cannot be read is refused like everything else', async () => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const { privateKey } = await world.merchant()
  const { url } = await openApi(world)

  for (const path of [
    '/customer/%zz',
    `/customer/${'9'.repeat(300)}`,
    '/customer/%2e%2e%2f',
    '/transaction?page[]=1&page[]=2',
    '/order?a[b][c][d][e][f][g][h]=1',
  ]) {
    const response = await fetch(url + path, { headers: { authorization: privateKey } })
    expect([200, 400, 404]).toContain(response.status)
  }
})
