import { expect, test } from 'vitest'
import { openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { openPeople } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

/** What a page shows as JSON is what programs are replied, to the byte: it is made by the same route. */

test('a page shows the reply that the key of the site is given, and to whom the page is nothing, neither is that', async () => {
  const shop = await openApiShop()
  const { world, client } = shop
  const form = { identifier: 'ana', email: 'ana@example.com', address: 'Strada Lungă 7' }
  const customerId = Number((await client.send('POST', '/customer', { form })).data.id)
  const { data } = await orders(client, customerId, { ...typedCard, orderType: 'managed' })
  const link = { amount: '5', currency: 'EUR', orderType: 'purchase', contentType: 'Description', content: 'Bread' }
  const { hash } = (await client.send('POST', '/payment-link', { form: { ...link, siteId: '10001', active: '1' } }))
    .data
  const [{ id: linkId } = {}] = await shop.rows(`select id from links.links where hash = '${hash}'`)
  const people = await openPeople(world)
  const scope = { kind: 'merchant' as const, id: String(shop.site.merchantId) }
  const support = await people.person('support', scope)
  const stranger = await people.person('owner', {
    kind: 'merchant',
    id: String((await world.merchant()).site.merchantId),
  })

  const pages = {
    [`/payments/${data.transactionId}`]: `/transaction/${data.transactionId}`,
    [`/orders/${data.orderId}`]: `/order/${data.orderId}`,
    [`/shoppers/${customerId}`]: `/customer/${customerId}`,
    [`/links/${linkId}`]: `/payment-link/${hash}`,
    [`/stored-cards/${data.cardId}`]: `/card/${data.cardId}?customerId=${customerId}`,
  }
  const asProgram = async (url: string) => {
    const headers = { authorization: `Bearer ${shop.privateKey}` }
    const { statusCode: status, body } = await world.http.inject({ url, headers })
    return { status, body }
  }
  for (const [page, path] of Object.entries(pages)) {
    const { body } = await support.call('GET', `${page}/api-reply`)
    expect(body).toEqual({
      ...{ method: 'GET', address: 'http://florin.test', path, sentBy: 'key' },
      ...(await asProgram(path)),
    })
    expect(body.status).toBe(200)
    const [none, unseen] = await Promise.all(['/api-reply', ''].map((end) => stranger.call('GET', `${page}${end}`)))
    expect([page, none!.status, none!.body.reason]).toEqual([page, 404, unseen!.body.reason])
  }

  // For programs a customer who was deleted is not there: the page shows their reply.
  await client.send('DELETE', `/customer/${customerId}`)
  const { body: deleted } = await support.call('GET', `/shoppers/${customerId}/api-reply`)
  const { status, body } = await asProgram(`/customer/${customerId}`)
  const { requestId: _, ...refused } = JSON.parse(body)
  expect(JSON.parse(String(deleted.body))).toMatchObject(refused)
  expect(deleted.status).toBe(status)

  // The reply about a payment has the address of the customer, which not every token may read.
  const narrow = await people.person('owner', scope, ['transactions:read'])
  const { body: refusal } = await narrow.call('GET', `/payments/${data.transactionId}/api-reply`)
  expect(refusal).toMatchObject({ reason: 'permission_missing', values: { permission: 'customers:read' } })
})

// In small: a page shows the reply that the key of the site is given, and to whom the page is nothing, neither is that
longTest('staff of a partner see what the app of a customer is replied', async () => {
  await using world = await createWorld()
  const nordwind = await openPartner(world)
  const ana = await openSpender(world, nordwind, { funds: '100.00' })
  const { transactionId } = await ana.authorize('10.00')
  const people = await openPeople(world)
  const support = await people.person('support', { kind: 'partner', id: String(nordwind.partner.id) })
  const foreign = await people.person('owner', {
    kind: 'partner',
    id: String((await openPartner(world, 'B')).partner.id),
  })
  const { data } = (await support.call('GET', `/customers/${ana.customerId}/accounts`)).body
  const [account] = data as { id: string }[]

  for (const [page, path] of [
    [`/card-transactions/${transactionId}`, `/transactions/${transactionId}`],
    [`/accounts/${account!.id}`, `/accounts/${account!.id}`],
  ] as const) {
    const { body } = await support.call('GET', `${page}/api-reply`)
    expect(body).toMatchObject({ method: 'GET', path: `/v1${path}`, sentBy: 'customer', status: 200 })
    expect(JSON.parse(String(body.body))).toEqual((await ana.call('GET', path)).body)
    expect((await foreign.call('GET', `${page}/api-reply`)).status).toBe(404)
  }
})
