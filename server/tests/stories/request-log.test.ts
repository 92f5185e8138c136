import { afterAll, beforeAll, expect, test } from 'vitest'
import { bread, newCustomer, openApi, typedCard } from '../world/api.ts'
import { openPartner } from '../world/partner.ts'
import { openCardholder, openProduct } from '../world/programme.ts'
import { exportAs, openPeople, type People, type Person } from '../world/staff.ts'
import { createWorld, type Merchant, type World } from '../world/world.ts'

/** Which request made this payment, and what was wrong with the others: what developers see of their own requests. */

let world: World
let people: People
let shop: Merchant
let ana: Person
beforeAll(async () => {
  world = await createWorld()
  people = await openPeople(world)
  shop = await world.merchant()
  ana = await people.person('developer', { kind: 'merchant', id: String(shop.site.merchantId) })
})
afterAll(() => world[Symbol.asyncDispose]())

type Kept = Record<string, unknown> & { id: string }
const requests = async (by: Person, query = '') => (await by.call('GET', `/requests${query}`)).body.data as Kept[]

test('a developer finds the request that made a payment, and the field that another one had wrong', async () => {
  const client = (await openApi(world)).client(shop.privateKey)
  const customerId = String(await newCustomer(client, { identifier: 'ana-17', email: 'ana@example.com' }))
  const sent = { ...bread, ...typedCard, customerId, externalOrderId: 'crumb-e04b' }
  const refused = await client.send('POST', '/order', { form: { ...sent, amount: '9.999' } })
  const paid = await client.send('POST', '/order', { form: sent })
  expect([refused.status, paid.status]).toEqual([400, 200])

  const transaction = `transaction:${paid.data.transactionId}`
  const [made, ...others] = await requests(ana, `?concerns=${transaction}`)
  expect(others).toEqual([])
  expect(made).toMatchObject({
    id: paid.headers.get('x-request-id'),
    siteId: String(shop.site.id),
    sentBy: 'key',
    key: expect.stringMatching(/^\d{1,3}$/),
    method: 'POST',
    path: '/order',
    status: 200,
    concerns: expect.arrayContaining([transaction, `order:${paid.data.orderId}`, 'reference:crumb-e04b']),
  })
  const { body: whole } = await ana.call('GET', `/requests/${made!.id}`)
  expect(JSON.parse(whole.body as string)).toMatchObject({
    amount: '9.90',
    externalOrderId: 'crumb-e04b',
    cardNumber: '[hidden]',
    cardCvv: '[hidden]',
    description: '[hidden]',
  })
  expect(JSON.parse(whole.reply as string)).toMatchObject({ data: { orderId: paid.data.orderId, amount: 9.9 } })

  const wrong = await requests(ana, '?status=4xx')
  expect(wrong).toEqual([
    expect.objectContaining({ id: refused.headers.get('x-request-id'), status: 400, field: 'amount' }),
  ])
  expect(wrong[0]!.message).toMatch(/^amount must be .*two decimals/)
  expect(wrong[0]!.message).not.toContain('9.999')

  const ofReference = await requests(ana, '?text=crumb-e04b')
  expect(ofReference).toHaveLength(2)
  expect(await requests(ana, `?text=${made!.id}`)).toEqual([made])
  expect(await requests(ana, '?path=/customer&method=POST')).toHaveLength(1)
  expect(await requests(ana, `?key=${made!.key}`)).toHaveLength(3)
  expect(await requests(ana, '?method=!POST')).toEqual([])
  const { lines } = await exportAs(world, ana, 'requests?status=400')
  expect(lines).toHaveLength(2)
  expect(await ana.call('GET', '/requests?status=seven')).toMatchObject({ status: 400, body: { field: 'status' } })
  const found = (await ana.call('GET', `/search?text=${made!.id}`)).body.data
  expect(found).toEqual([
    expect.objectContaining({ kind: 'request', id: made!.id, title: 'POST /order', status: '200' }),
  ])
})

test('the form that opened a checkout is there when the key of the store has signed it, and no other', async () => {
  const form = { siteId: undefined, orderId: 'basket-7', order: { orderId: 'basket-7' } }
  expect((await shop.sends(form)).opened.status).toBe(303)
  const refused = await shop.sends({ orderId: 'basket-8', order: { orderId: 'basket-8', currency: 'XXX' as never } })
  expect(refused.opened.status).toBe(400)
  await world.http.inject({ method: 'POST', url: '/', payload: { jsonRequest: '{}', checksum: 'x' } })

  const [second, first, ...others] = await requests(ana, '?path=/&sort=-created').then((all) =>
    all.filter(({ sentBy }) => sentBy === 'form'),
  )
  expect(others).toEqual([])
  expect(first).toMatchObject({ status: 303, route: '/', concerns: ['reference:basket-7'] })
  expect(second).toMatchObject({ status: 400, field: expect.stringContaining('currency') })
})

test('a partner’s developer sees the requests of the partner and of its customers, and none that reveals a secret', async () => {
  const nordwind = await openPartner(world)
  const fjord = await openPartner(world, 'Fjordbank')
  const bo = await people.person('developer', { kind: 'partner', id: String(nordwind.partner.id) })
  const eve = await people.person('owner', { kind: 'partner', id: String(fjord.partner.id) })
  const holder = await openCardholder(world, nordwind, await openProduct(world, nordwind))
  const card = await holder.card()
  await holder.post(card, '/pin', { pin: '2580' })
  await nordwind.asServer('GET', '/events')
  await holder.issue({ subscriptionCardId: 'hunter22' })

  const [made] = await requests(bo, `?concerns=card:${card.id}&method=POST&path=/v1/cards&sort=created`)
  expect(made).toMatchObject({
    partnerId: String(nordwind.partner.id),
    sentBy: 'customer',
    path: '/v1/cards',
    status: 201,
  })
  expect(made!.key).toBeUndefined()
  expect((await requests(bo, '?path=/v1/events'))[0]).toMatchObject({ sentBy: 'key', status: 200 })
  const all = await requests(bo)
  expect(all.filter(({ path }) => String(path).startsWith('/v1/auth'))).toEqual([])
  const wholes = await Promise.all(all.map(async ({ id }) => (await bo.call('GET', `/requests/${id}`)).body))
  const text = JSON.stringify(wholes)
  // Four digits are also a part of some id, by chance.
  expect(text).not.toMatch(/(?<![\w.-])2580(?![\w.-])/)
  for (const secret of ['hunter22', holder.accessToken, nordwind.apiKey]) expect(text).not.toContain(secret)
  expect(wholes).toContainEqual(expect.objectContaining({ route: '/v1/cards/:id/pin', reply: '[holds a secret]' }))

  // Of others nothing is there, whatever is asked for.
  for (const stranger of [ana, eve]) {
    expect(await requests(stranger, `?partnerId=${nordwind.partner.id}`)).toEqual([])
    expect(await requests(stranger, `?text=${card.id}`)).toEqual([])
    const refused = { status: 404, body: { reason: 'request_not_found' } }
    expect(await stranger.call('GET', `/requests/${made!.id}`)).toMatchObject(refused)
    expect((await stranger.call('GET', `/search?text=${made!.id}`)).body.data).toEqual([])
  }
  expect((await bo.call('GET', `/requests?siteId=${shop.site.id}`)).status).toBe(404)
  const operator = await people.person('support')
  expect(new Set((await requests(operator, '?size=100')).map(({ partnerId, siteId }) => partnerId ?? siteId))).toEqual(
    new Set([String(nordwind.partner.id), String(shop.site.id)]),
  )
})

test('requests are deleted when they have been kept long enough', async () => {
  const before = await requests(ana)
  await world.app.requestLog.deleteOld()
  expect(await requests(ana)).toEqual(before)
  await world.pass({ days: 31 })
  expect(await requests(ana)).toEqual([])
})
