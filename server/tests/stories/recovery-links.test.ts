import { expect, test } from 'vitest'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { longTest } from '../world/length.ts'
import { linkIn, mailOf } from '../world/mail.ts'
import { payerBy } from '../world/payer.ts'
import { openShop } from '../world/shop.ts'
import { openShopper } from '../world/shopper.ts'
import { openPeople } from '../world/staff.ts'

/** A payment was declined, and a person of the shop sends its customer a link by which it can be paid after all. */

const reason = 'She asked for another try.'
const declined = { number: '4000 0200 0000 4002' }

async function openCounter() {
  const shop = await openShop()
  const people = await openPeople(shop.world)
  const sam = await people.person('support', { kind: 'merchant', id: String(shop.site.merchantId) })
  const comes = (orderId: string) => openShopper({ ...shop, http: shop.world.http }, { orderId })
  const newest = async () => {
    const { data } = (await sam.call('GET', `/payments?siteId=${shop.site.id}`)).body as { data: { id: string }[] }
    return data[0]!.id
  }
  const recovers = (id: string, body: object = {}, options = {}) =>
    sam.call('POST', `/payments/${id}/recovery-link`, { body: { reason, ...body }, ...options })
  return { shop, people, sam, comes, newest, recovers }
}

test('a declined payment is paid by its link: once, by the same customer, and each names the other', async () => {
  const { shop, sam, comes, newest, recovers } = await openCounter()
  const ana = await comes('bread-7')
  await ana.pays(declined)
  const failed = await newest()
  const link = (await recovers(failed)).body
  expect(link).toMatchObject({ amount: '9.90', currency: 'EUR', title: 'Bread', limitAccess: 1, status: 'open' })
  expect(link).toMatchObject({ customerEmail: 'ana@example.com', recovers: { paymentId: failed } })
  expect((await ana.sees()).text, 'her old page').not.toContain('name="cardNumber"')

  const payer = payerBy(shop, String(link.hash))
  await payer.paysAt(await payer.goesOn())
  expect((await payer.opens()).status).toBe(410)
  const paid = await newest()
  const outcomes = (await shop.decided()).map((one) => 'result' in one && 'outcome' in one.result && one.result.outcome)
  expect(outcomes.toSorted()).toEqual(['approved', 'declined'])
  const links = async (id: string) => (await sam.call('GET', `/payments/${id}/links`)).body
  const off = (because: string) => ({ actions: { recover: { allowed: false, because } } })
  expect(await links(failed)).toMatchObject({ recovery: { id: link.id, status: 'used-up', paid: 1 } })
  expect(await links(failed)).toMatchObject(off('recovery_link_not_open'))
  expect(await links(paid)).toMatchObject({ from: { id: link.id, recovers: { paymentId: failed } } })
  expect(await links(paid)).toMatchObject(off('payment_not_recoverable'))
  const [payment, again] = [await sam.call('GET', `/payments/${failed}`), await sam.call('GET', `/payments/${paid}`)]
  expect(payment.body.audit).toMatchObject([{ action: 'recoveryLinkMade', reason }])
  expect(again.body).toMatchObject({ customerEmail: 'ana@example.com' })
  const sent = await recovers(failed, { send: true }, { changesNothing: true })
  expect(sent, 'what is paid').toMatchObject({ status: 409, body: { reason: 'recovery_link_not_open' } })
  expect((await recovers(failed, {}, { changesNothing: true })).body).toMatchObject({ id: link.id, paid: 1 })
  await shop.world.runUntilIdle()
  expect(JSON.stringify(shop.notified())).toContain('"recoveredOrder":"bread-7"')
})

// In small: a declined payment is paid by its link: once, by the same customer, and each names the other
longTest(
  'two people who recover a payment at the same time make one link, which cannot be paid more often',
  async () => {
    const { sam, comes, newest, recovers } = await openCounter()
    await (await comes('bread-8')).pays(declined)
    const failed = await newest()
    const [one, other] = await Promise.all([recovers(failed), recovers(failed)])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(one.body.id).toBe(other.body.id)
    for (const change of [{ limitAccess: 2 }, { limitAccess: null }])
      expect(
        await sam.call('PATCH', `/links/${one.body.id}`, { body: { ...change, reason }, changesNothing: true }),
      ).toMatchObject({ status: 400, body: { field: 'limitAccess' } })
  },
)

test('what was declined at a link is paid at that link, and a recovery link has no recovery link of its own', async () => {
  const { shop, sam, comes, newest, recovers } = await openCounter()
  await (await comes('bread-12')).pays(declined)
  const first = (await recovers(await newest())).body
  const payer = payerBy(shop, String(first.hash))
  await payer.paysAt(await payer.goesOn(), declined)
  const again = await newest()
  expect((await recovers(again, {}, { changesNothing: true })).body).toMatchObject({ id: first.id, paid: 0 })
  const { body: links } = await sam.call('GET', `/payments/${again}/links`)
  expect(links).toMatchObject({ recovery: { id: first.id }, actions: { recover: { allowed: true } } })
  await payer.paysAt(await payer.goesOn())
  expect(await recovers(again, {}, { changesNothing: true })).toMatchObject({ status: 409 })
})

// In small: what was declined at a link is paid at that link, and a recovery link has no recovery link of its own
longTest('what was declined at a link without a limit has a link of one use, and the old order ends', async () => {
  const { shop, sam, newest, recovers } = await openCounter()
  const siteId = String(shop.site.id)
  const bread = { siteId, amount: '9.90', currency: 'EUR', orderType: 'purchase', content: 'Bread', reason }
  const open = (await sam.call('POST', '/links', { body: bread })).body
  const payer = payerBy(shop, String(open.hash))
  await payer.paysAt(await payer.goesOn(), declined)
  const { body: link } = await recovers(await newest())
  expect(link).toMatchObject({ limitAccess: 1, status: 'open' })
  expect(link.hash).not.toBe(open.hash)
  const [order] = await shop.world.query('select status from orders.orders order by id desc limit 1')
  expect(order).toEqual({ status: 'complete-failed' })
})

test('while a payment of the order is under way nothing is recovered', async () => {
  const { shop, comes, newest, recovers } = await openCounter()
  const ana = await comes('bread-13')
  await ana.pays(declined)
  const failed = await newest()
  const slow = delay()
  shop.acquirerProxy.next('authorize', slow.mishap)
  const paying = ana.pays()
  await slow.reached
  const refused = await recovers(failed, {}, { changesNothing: true })
  expect(refused).toMatchObject({ status: 409, body: { reason: 'payment_in_progress' } })
  slow.goOn()
  await paying
})

// In small: a declined payment is paid by its link: once, by the same customer, and each names the other
longTest('an order that is paid meanwhile is not recovered, nor a payment that was not declined', async () => {
  const { comes, newest, recovers } = await openCounter()
  const ana = await comes('bread-9')
  await ana.pays(declined)
  const failed = await newest()
  await ana.pays()
  const paid = await newest()
  const quiet = { changesNothing: true }
  expect(await recovers(failed, {}, quiet)).toMatchObject({ status: 409, body: { reason: 'order_already_paid' } })
  expect(await recovers(paid, {}, quiet)).toMatchObject({ status: 409, body: { reason: 'payment_not_recoverable' } })
})

test('the link is sent to the customer, at most once a day; a payment of others is not there', async () => {
  const { shop, people, sam, comes, newest, recovers } = await openCounter()
  await (await comes('bread-10')).pays(declined)
  const failed = await newest()
  const { url, email } = (await recovers(failed, { send: true })).body
  expect(email).toBe('sent')
  const path = `/payments/${failed}/recovery-link`
  const again = await sam.call('POST', path, { body: { send: true, reason }, changesNothing: true })
  expect(again.body).toMatchObject({ url, email: 'sentBefore' })
  await shop.world.runUntilIdle()
  const mail = await mailOf(shop.world, 'ana@')
  expect(mail.map(({ subject }) => subject)).toEqual(['Pay €9.90 to Crumb & Co.'])
  expect(linkIn(mail[0]!)).toBe(url)
  const sent = await shop.rows(`select 1 from directory.audit where action = 'recoveryLinkSent'`)
  expect(sent).toHaveLength(1)
  const stranger = await people.person('owner', { kind: 'merchant', id: '999' })
  expect((await stranger.call('GET', `/payments/${failed}/links`)).status).toBe(404)
})

// In small: a declined payment is paid by its link: once, by the same customer, and each names the other
longTest('a link that was removed is not made again, and none is sent to a guest without an address', async () => {
  const { shop, sam, newest, recovers } = await openCounter()
  const guest = await openShopper({ ...shop, http: shop.world.http }, { orderId: 'bread-11', customer: null })
  await guest.pays(declined)
  const failed = await newest()
  const quiet = { changesNothing: true }
  expect(await recovers(failed, { send: true }, quiet)).toMatchObject({ status: 400, body: { reason: 'no_address' } })
  const { id } = (await recovers(failed)).body
  await sam.call('POST', `/links/${id}/remove`, { body: { reason } })
  expect(await recovers(failed, {}, quiet)).toMatchObject({ status: 409, body: { reason: 'recovery_link_removed' } })
})
