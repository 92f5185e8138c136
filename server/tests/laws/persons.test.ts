import { expect, test } from 'vitest'
import { beginErasure, type Subject } from '#core/persons'
import { sealAll } from '../../src/audit/seal.ts'
import { openApiShop, orders, typedCard } from '../world/api.ts'
import { by } from '../world/author.ts'
import { foundByContent } from '../world/found-by-content.ts'
import { officeOf, payerBy } from '../world/payer.ts'
import { openProduct } from '../world/programme.ts'
import { openPeople } from '../world/staff.ts'
import { openTopupWorld } from '../world/topup-world.ts'
import type { World } from '../world/world.ts'

/**
 * The law of persons: of each person who is erased, wherever somebody has written of them, before it and after it, nothing is
 * found but what is listed here with its reason.
 */

const reasonOf = { reason: 'They have written to us.' }
const erase = async ({ app, runUntilIdle }: World, subject: Subject): Promise<void> => {
  await beginErasure(app, { by, subject })
  await runUntilIdle()
}

/** Of a customer of a store: where, and why or until when. */
const keptOfShopper = {}

test('of a shopper who orders, subscribes, follows a link and gives up, nothing is left, though others write of her afterwards', async () => {
  const shop = await openApiShop()
  const { world, client } = shop
  const people = await openPeople(world)
  const email = 'qzsho@person.example'
  const person = { identifier: 'qzsho-client', email, firstName: 'Qzsho', lastName: 'Qzshoson', phone: '+40712345678' }
  const others = { country: 'RO', city: 'Qzshotown', address: 'Qzsho street 7', zipCode: 'QZSHO1' }
  const key = { 'idempotency-key': 'qz-key-of-the-customer' }
  const made = () => client.send('POST', '/customer', { form: { ...person, ...others } }, key)
  const customer = Number((await made()).data.id)
  const facts = { ip: '203.0.113.77', description: 'For Qzsho', cardHolderName: 'Qzsho Qzshoson' }
  const buys = (more = {}) => orders(client, customer, { ...typedCard, ...facts, ...more })
  const bought = await buys()
  const late = await buys()
  const monthly = await buys({ orderType: 'recurring', intervalType: 'month', intervalValue: '1', saveCard: '1' })
  const because = { form: { message: 'Qzsho is angry', reason: 'customer-demand' } }
  await client.send('DELETE', `/order/${monthly.data.orderId}`, because)
  await client.send('DELETE', `/transaction/${bought.data.transactionId}`, because)
  await (await shop.sends({ customer: { identifier: person.identifier, email } })).pays()
  const link = payerBy(
    shop,
    await officeOf(shop).makes({ customerEmail: email, customerIdentifier: person.identifier }),
  )
  await link.paysAt(await link.goesOn({ email }))
  const ana = await people.person('owner', { kind: 'merchant', id: String(shop.site.merchantId) })
  const view = { list: 'payments', name: 'Hers', search: `customer=${encodeURIComponent(email)}`, shared: false }
  const views = (body: object) => ana.call('POST', '/saved-views', { body: { ...body, ...reasonOf } })
  expect((await views(view)).status).toBe(201)
  await world.runUntilIdle()
  await world.pass({ hours: 24 })
  await sealAll(world.app)
  const traces = { words: ['qzsho'], guessable: [email, person.phone, facts.ip] }
  expect((await foundByContent(world, traces)).length).toBeGreaterThan(15)

  const subjects = (await shop.rows('select id::text from shoppers.shoppers')).map(({ id }) => String(id))
  for (const id of subjects) await erase(world, { kind: 'shopper', id })
  expect((await made()).status).toBe(409)
  // Afterwards: a refund with a message, again an erasure, and what a worker sends.
  await client.send('DELETE', `/transaction/${late.data.transactionId}`, because)
  for (const id of subjects) await erase(world, { kind: 'shopper', id })
  await world.pass({ hours: 24 })
  await sealAll(world.app)
  expect(await foundByContent(world, traces)).toEqual(Object.keys(keptOfShopper))
})

test('a saved list goes that names the person to the staff of their store, and no other that has the same digits', async () => {
  const shop = await openApiShop()
  const { world, client } = shop
  const people = await openPeople(world)
  const { data } = await client.send('POST', '/customer', { form: { identifier: '1000', email: 'ana@store.example' } })
  const own = { kind: 'merchant', id: String(shop.site.merchantId) } as const
  const saves = async (scope: { kind: 'merchant'; id: string } | undefined, search: string) => {
    const view = { list: 'payments', name: search, search, shared: false, ...reasonOf }
    expect((await (await people.person('owner', scope)).call('POST', '/saved-views', { body: view })).status).toBe(201)
  }
  await saves(own, 'customer=1000&status=captured')
  await saves(undefined, 'status=captured&customer=1000')
  await saves(own, 'site=10001&customer=10001')
  await saves({ kind: 'merchant', id: '999' }, 'customer=1000')
  await erase(world, { kind: 'shopper', id: String(data.id) })
  const left = await world.query(`select search from views.saved where search <> '' order by id`)
  expect(left.map(({ search }) => search)).toEqual(['site=10001&customer=10001', 'customer=1000'])
})

/** Of a customer of a partner. */
const keptOfHolder = {}

test('of a customer of a partner who names a card, tops up and stops, nothing is left but by their id', async () => {
  const { world, holder, ...nordwind } = await openTopupWorld()
  const product = await openProduct(world, nordwind)
  const people = await openPeople(world)
  const email = 'qzhol@person.example'
  const ana = await holder(email)
  const issued = { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'Qzhol first' }
  const { body: card } = await ana.call('POST', '/cards', { body: issued })
  await ana.call('PATCH', `/cards/${card.id}`, { body: { label: 'Qzhol second' } })
  const { topup, shopper } = await ana.opens('50.00')
  await shopper.pays({ number: '4000040000001006', holder: 'Qzhol Person' })
  await nordwind.deliver()
  await nordwind.refund(topup)
  await nordwind.asApp('POST', '/auth/login/email', { body: { email, password: 'nothing that fits' } })
  const operator = await people.person()
  await operator.call('POST', `/cards/${card.id}/close`, { body: reasonOf })
  await ana.call('POST', `/accounts/${ana.accountId}/close`)
  await world.pass({ hours: 24 })
  const traces = { words: ['qzhol'], guessable: [email, `${nordwind.partner.id} ${email}`] }
  expect(await foundByContent(world, traces)).toContain('shoppers.shoppers.email')
  await erase(world, { kind: 'holder', id: ana.customerId })
  await world.pass({ hours: 24 })
  expect(await foundByContent(world, traces)).toEqual(Object.keys(keptOfHolder))
  const identifiers = await world.query(`select 1 from shoppers.shoppers where identifier like '${ana.customerId}%'`)
  expect(identifiers).toEqual([])
})
