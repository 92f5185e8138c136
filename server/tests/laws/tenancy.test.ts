import { expect, test } from 'vitest'
import { writeJson } from '#kernel/base/json.ts'
import { merchantRoutes } from '../../src/surfaces/merchant-api/routes.ts'
import { type ApiClient, movedCard, openApiShop, typedCard } from '../world/api.ts'

/** Data of every kind, with a word in every text of it that is in no other merchant's data. */
const mark = 'alphasecret'

async function fillShop(client: ApiClient) {
  const form = { identifier: `${mark}-ana`, email: `${mark}@example.com`, firstName: mark, 'tag[]': mark }
  const customerId = Number((await client.send('POST', '/customer', { form })).data.id)
  const order = { customerId: String(customerId), amount: '9.90', currency: 'EUR', ...typedCard, cardHolderName: mark }
  const placed = await client.send('POST', '/order', {
    form: { ...order, orderType: 'managed', externalOrderId: `${mark}-1`, description: mark },
  })
  const reserved = await client.send('POST', '/order', {
    form: { ...order, orderType: 'purchase', cardTransactionMode: 'auth', description: mark },
  })
  const link = await client.send('POST', '/payment-link', {
    form: {
      siteId: '10001',
      amount: '5',
      currency: 'EUR',
      orderType: 'purchase',
      active: '1',
      contentType: 'Description',
      content: mark,
    },
  })
  return {
    customerId,
    orderId: Number(placed.data.orderId),
    externalOrderId: `${mark}-1`,
    cardId: Number(placed.data.cardId),
    transactionId: Number(placed.data.transactionId),
    reservedId: Number(reserved.data.transactionId),
    hash: String(link.data.hash),
  }
}

const payout = { amount: '1.00', currency: 'EUR', orderType: 'credit', cardTransactionMode: 'credit' }

const tables = [
  'orders.orders',
  'billing.periods',
  'payments.payments',
  'payments.payment_transitions',
  'shoppers.shoppers',
  'shoppers.cards',
  'links.links',
]

test('no route shows, changes or uses what belongs to another site', async () => {
  const shop = await openApiShop()
  const { api, client, world, rows } = shop
  const things = await fillShop(client)
  // The ids of one kind must not happen to be those of another kind.
  await rows(`select setval('shoppers.shoppers_id_seq', 5000000), setval('shoppers.cards_id_seq', 6000000)`)
  const stranger = await world.merchant({ payoutsAllowed: true })
  const thief = api.client(stranger.privateKey)
  const own = Number(
    (await thief.send('POST', '/customer', { form: { identifier: 'thief', email: 't@example.com' } })).data.id,
  )
  const kept = async () =>
    writeJson(await Promise.all(tables.map((table) => rows(`select * from ${table} order by 1, 2`))))
  const before = await kept()

  const { orderId, externalOrderId, cardId, transactionId, reservedId, customerId, hash } = things
  const names = [orderId, externalOrderId, cardId, transactionId, reservedId, customerId, hash].map(String)
  const bodies: Record<string, string>[] = [
    {},
    { customerId: String(customerId), amount: '1.00', currency: 'EUR', orderType: 'purchase', cardId: String(cardId) },
    // The attacker's own customer with another merchant's card.
    { customerId: String(own), amount: '1.00', currency: 'EUR', orderType: 'managed', cardId: String(cardId) },
    // Money to another merchant's card.
    { ...payout, customerId: String(own), cardId: String(cardId) },
    { ...typedCard, customerId: String(customerId), amount: '1.00', currency: 'EUR', orderType: 'purchase' },
    // Another card for another merchant's customer.
    { customerId: String(customerId), ...movedCard },
    { nextDueDate: '2027-01-01', customerId: String(customerId), cardId: String(cardId), firstName: 'Mallory' },
    {
      siteId: '10001',
      identifier: 'mallory',
      email: 'm@example.com',
      amount: '1',
      content: 'x',
      contentType: 'Description',
    },
  ]
  const queries = [
    '',
    `?customerId=${customerId}`,
    `?customerId=${own}`,
    `?orderId=${orderId}&resourceId=${orderId}`,
    `?externalOrderId=${externalOrderId}&email=${mark}@example.com&identifier=${mark}&identifierMatchPartial=1`,
    '?siteId=10001',
    '?parentResourceType=site&parentResourceId[]=10001',
    `?initialTransactionId=${transactionId}&cardStatus=all`,
  ]
  let requests = 0
  for (const { method, path } of merchantRoutes(world.app)) {
    const paths = path.includes(':') ? names.map((name) => path.replace(/:\w+/, name)) : [path]
    for (const to of paths) {
      const sends =
        method === 'GET'
          ? queries.map((query) => thief.get(to + query))
          : bodies.map((form) => thief.send(method, to, { form }))
      for (const { status, body } of await Promise.all(sends)) {
        requests++
        const text = JSON.stringify(body)
        expect(text, `${method} ${to} answered ${status}`).not.toContain(`${mark}-ana`)
        expect(text, `${method} ${to} answered ${status}`).not.toContain(`"firstName":"${mark}"`)
        expect(text).not.toContain('"siteId":10001')
        if (path.includes(':')) expect(status, `${method} ${to} answered ${text}`).toBeGreaterThanOrEqual(400)
        if (!body.pagination) continue
        // Neither the things nor how many there are.
        expect(body.pagination.totalItemCount, `${method} ${to} answered ${text}`).toBe((body.data as unknown[]).length)
      }
    }
  }
  expect(requests).toBeGreaterThan(300)

  // Whatever the thief was allowed to make is the thief's own, and nothing of the other site has changed.
  const ofSite = (text: string) => JSON.parse(text) as Record<string, unknown>[][]
  const after = ofSite(await kept())
  for (const [index, old] of ofSite(before).entries())
    expect(after[index]!.filter((row) => old.some((one) => JSON.stringify(one) === JSON.stringify(row)))).toEqual(old)
  expect(
    after[0]!.filter(({ site_id, shopper_id }) => site_id === stranger.site.id && Number(shopper_id) === customerId),
  ).toEqual([])
  expect(
    after[2]!.filter(({ site_id, card_id }) => site_id === stranger.site.id && Number(card_id) === cardId),
  ).toEqual([])
  const cardsOf = (tables: Record<string, unknown>[][]) =>
    tables[5]!.filter(({ shopper_id }) => Number(shopper_id) === customerId)
  expect(cardsOf(after)).toEqual(cardsOf(ofSite(before)))
})

test('a search belongs to the site that made it', async () => {
  const { api, client, world } = await openApiShop()
  await fillShop(client)
  const stranger = await world.merchant()

  const { data } = await client.send('POST', '/customer-search', { form: { identifier: `${mark}-ana` } })

  expect(await api.client(stranger.privateKey).get(`/customer?searchId=${data.searchId}`)).toMatchObject({
    status: 404,
  })
})
