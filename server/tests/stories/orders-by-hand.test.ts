import { expect, test } from 'vitest'
import type { OrderId } from '#acquiring/ids'
import { openBiller } from '../world/biller.ts'
import { officeOf, payerBy } from '../world/payer.ts'
import { openShop } from '../world/shop.ts'
import { openPeople, type Person } from '../world/staff.ts'

const reason = 'Ticket 712: the customer has called.'
const blacklisted = '4000030000004001'

test('orders are found, shown with what comes, changed, billed and cancelled by staff of their merchant and no other', async () => {
  const shop = await openBiller()
  const people = await openPeople(shop.world)
  const owner = await people.person('owner', { kind: 'merchant', id: String(shop.site.merchantId) })
  const other = await shop.world.merchant()
  const stranger = await people.person('owner', { kind: 'merchant', id: String(other.site.merchantId) })
  const owing = await shop.subscribes({ pan: blacklisted })
  const { id, shopperId, externalId, cardId } = await shop.subscribes({ type: 'managed' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  const post = (by: Person, orderId: OrderId, action: string, body = {}) =>
    by.call('POST', `/orders/${orderId}/${action}`, { body: { reason, ...body } })

  for (const text of [String(id), externalId])
    expect((await owner.call('GET', `/orders/find?text=${text}`)).body).toMatchObject({ data: [{ id: String(id) }] })
  expect((await stranger.call('GET', `/orders/find?text=${externalId}`)).body.total).toBe(0)
  const listed = (await owner.call('GET', `/orders?siteId=${shop.site.id}&status=retrying`)).body
  expect(listed).toMatchObject({ total: 1, data: [{ id: String(owing.id), status: 'retrying' }] })
  const shown = (await owner.call('GET', `/orders/${owing.id}`)).body
  expect(shown).toMatchObject({ past: [{ period: 0, status: 'paid' }], audit: [] })
  expect((shown.next as unknown[]).slice(0, 2)).toMatchObject([
    { period: 1, isDebt: true, failures: 1, amount: '30.00' },
    { period: 2, isDebt: false, at: '2026-07-04T10:00:00.000Z' },
  ])

  expect(await post(owner, owing.id, 'bill', { amount: '30.00' })).toMatchObject({ body: { reason: 'amount_of_debt' } })
  const later = { nextDueDate: '2026-06-20T10:00:00Z', intervalType: 'day', intervalValue: '14' }
  expect((await post(owner, owing.id, 'change', later)).body).toMatchObject({
    status: 'in-progress',
    nextDueAt: '2026-06-20T10:00:00.000Z',
    intervalValue: 14,
  })
  await shop.goesTo('2026-06-20T10:00:00Z')
  expect(await shop.billings(owing.id)).toHaveLength(2)
  shop.world.clock.pass({ hours: 2 })
  expect((await post(owner, owing.id, 'bill')).status).toBe(200)
  expect(await shop.billings(owing.id)).toHaveLength(3)
  expect((await post(owner, id, 'bill', { amount: '7.50' })).status).toBe(200)
  expect(await shop.billings(id)).toEqual([expect.stringMatching(/ 750 captured$/)])
  expect((await post(owner, id, 'bill')).body).toMatchObject({ reason: 'amount_not_positive', field: 'amount' })

  for (const action of ['cancel', 'change', 'bill'])
    expect(await post(stranger, id, action)).toMatchObject({ status: 404, body: { reason: 'order_not_found' } })
  expect((await post(owner, owing.id, 'cancel')).body).toMatchObject({ endReason: 'cancelled_by_merchant' })
  expect((await post(owner, owing.id, 'bill')).body).toMatchObject({ reason: 'order_owes_nothing' })
  const { audit } = (await owner.call('GET', `/orders/${owing.id}`)).body as { audit: Record<string, string>[] }
  expect(audit.map(({ action }) => action)).toEqual(['orderCancelled', 'orderBilled', 'orderChanged'])
  expect(audit[0]).toMatchObject({ actor: `staff ${owner.staff.id}`, reason })

  const found = (await owner.call('GET', `/shoppers/find?text=${shopperId}`)).body
  expect(found).toMatchObject({ total: 1, data: [{ id: String(shopperId) }] })
  expect((await stranger.call('GET', `/shoppers/${shopperId}`)).status).toBe(404)
  const remove = (by: Person) => by.call('POST', `/stored-cards/${cardId}/remove`, { body: { reason } })
  expect(await remove(stranger)).toMatchObject({ status: 404, body: { reason: 'card_not_found' } })
  expect((await remove(owner)).body).toEqual({ id: String(cardId), status: 'deleted' })
  const { cards } = (await owner.call('GET', `/shoppers/${shopperId}`)).body
  expect(cards).toContainEqual(expect.objectContaining({ id: String(cardId), status: 'deleted' }))
})

test('a payment page that came by a link is listed, ended by staff of its merchant, and cannot be paid any more', async () => {
  const shop = await openShop()
  const people = await openPeople(shop.world)
  const support = await people.person('support', { kind: 'merchant', id: String(shop.site.merchantId) })
  const other = await shop.world.merchant()
  const stranger = await people.person('support', { kind: 'merchant', id: String(other.site.merchantId) })
  const hash = await officeOf(shop).makes({ usageLimit: '1' })
  const payer = payerBy(shop, hash)
  const page = await payer.goesOn()

  const [session] = (await support.call('GET', '/sessions')).body.data as { id: string; link: string }[]
  expect(session).toMatchObject({ link: hash, status: 'open' })
  expect((await stranger.call('GET', '/sessions')).body.total).toBe(0)
  const end = (by: Person) => by.call('POST', `/sessions/${session!.id}/end`, { body: { reason } })
  expect(await end(stranger)).toMatchObject({ status: 404, body: { reason: 'session_not_found' } })
  expect((await end(support)).body).toMatchObject({ status: 'ended' })
  expect((await end(support)).body).toMatchObject({ reason: 'session_not_open' })
  await payer.paysAt(page)
  expect(await shop.count('payments.payments')).toBe(0)
  expect((await support.call('GET', '/sessions')).body.total).toBe(0)
})
