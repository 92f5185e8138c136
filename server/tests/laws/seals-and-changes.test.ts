import { signCheckoutRequest } from '@florin/client'
import { expect, test } from 'vitest'
import { resendEmail } from '#acquiring/emails'
import { sealAll } from '../../src/audit/seal.ts'
import { verify } from '../../src/audit/verify.ts'
import { bread, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { officeOf, payerBy } from '../world/payer.ts'
import { openPayer } from '../world/payouts.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

// What the program itself changes about a row that is sealed must not look as if somebody had done it by hand. Each test
// seals, lets something change, and verifies before the change is sealed and after; every shop is verified at its end.

const by = { actor: 'operator', fromWhere: 'test' }

const found = async ({ world }: Pick<Shop, 'world'>) =>
  (await verify(world.app)).differences.map(({ about, wrong }) => `${about}: ${wrong}`)

async function expectWhole(shop: Pick<Shop, 'world'>): Promise<void> {
  expect(await found(shop)).toEqual([])
  await sealAll(shop.world.app)
  expect(await found(shop)).toEqual([])
}

// In small: who erases a customer deletes a salt, and the chain stays whole: no digest says anything about them any more
longTest('a form that is signed again with a new key', async () => {
  const shop = await openShop()
  const signs = (privateKey: string, custom: string) => {
    const order = {
      orderId: 'bread-1',
      type: 'purchase',
      amount: '9.90',
      currency: 'EUR',
      description: 'Bread',
    } as const
    const request = { siteId: shop.site.id, customer: { identifier: 'ana', email: 'ana@example.com' }, order }
    const mode = { cardTransactionMode: 'authAndCapture', backUrl: 'https://shop.example/return' } as const
    const signed = signCheckoutRequest({ privateKey, request: { ...request, ...mode, customData: { custom } } })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams({ ...signed }).toString()
    return shop.world.http.inject({ method: 'POST', url: '/', headers, payload })
  }
  await signs(shop.privateKey, 'one')
  await sealAll(shop.world.app)
  const { privateKey } = await shop.world.app.directory.rotateSiteKey({ by, siteId: shop.site.id })
  expect(await signs(privateKey.reveal(), 'two')).toMatchObject({ statusCode: 303 })
  await expectWhole(shop)
})

// In small: who erases a customer deletes a salt, and the chain stays whole: no digest says anything about them any more
longTest('a payout whose reference comes before its result', async () => {
  const shop = await openPayer()
  shop.acquirerProxy.next('payOut', async (deliver) => {
    await sealAll(shop.world.app)
    await deliver()
    return { outcome: 'pending', reference: 'p-1' }
  })
  await shop.paysOut({ amount: '5.00' })
  await expectWhole(shop)
  await shop.world.pass({ hours: 2 })
  await expectWhole(shop)
})

// In small: who erases a customer deletes a salt, and the chain stays whole: no digest says anything about them any more
longTest('what a store says anew of a customer, by its form and by the API', async () => {
  const { client, ...shop } = await openApiShop()
  await (await shop.sends({ customer: { identifier: 'ana', firstName: 'Ana' } })).pays()
  await sealAll(shop.world.app)
  await shop.sends({ customer: { identifier: 'ana', firstName: 'Anna', city: 'Cluj', tags: ['regular'] } })
  await expectWhole(shop)
  const [{ id } = {}] = await shop.rows(`select id::text from shoppers.shoppers where identifier = 'ana'`)
  await client.send('PUT', `/customer/${id}`, { form: { phone: '+40700000000' } })
  await expectWhole(shop)
})

// In small: who erases a customer deletes a salt, and the chain stays whole: no digest says anything about them any more
longTest('an email that is sent again to another address, and one whose content is deleted after 90 days', async () => {
  const shop = await openShop()
  await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
  await sealAll(shop.world.app)
  const [{ id } = {}] = await shop.rows('select id::text from emails.emails order by id limit 1')
  const email = { siteId: shop.site.id, id: BigInt(String(id)) as never }
  await resendEmail(shop.world.app, { by, ...email, address: 'ana.pop@example.com' })
  await expectWhole(shop)
  await shop.world.runUntilIdle()
  await shop.world.pass({ hours: 24 * 91 })
  expect(await shop.count('emails.emails where content is not null')).toBe(0)
  await expectWhole(shop)
})

// In small: rows that were moved away with their month are not missed once the chain says so, and others are
longTest('idempotency keys that are deleted after 30 days are not missed, and a younger one is', async () => {
  const { client, ...shop } = await openApiShop()
  const customerId = String(await newCustomer(client))
  const pays = (key: string) =>
    client.send('POST', '/order', { form: { ...bread, ...typedCard, customerId } }, { 'idempotency-key': key })
  await pays('one')
  await pays('two')
  await expectWhole(shop)
  await shop.world.pass({ hours: 24 * 29 })
  await pays('three')
  await expectWhole(shop)
  await shop.world.pass({ hours: 48 })
  expect(await shop.rows('select key from florin.idempotency_keys')).toEqual([{ key: 'three' }])
  await expectWhole(shop)
  const client2 = await connectAsSuperuser(shop.world.databaseUrl, { unruled: true })
  await client2.query('begin')
  const { rows } = await client2.query('delete from florin.idempotency_keys returning id::text')
  await client2.query('commit')
  expect(await found(shop)).toEqual([
    `idempotency key ${rows[0].id}: it was removed after it was sealed`,
    `idempotency key ${rows[0].id}: it was removed after it was sealed`,
  ])
  await client2.query('delete from seals.pages; delete from seals.seals')
})

test('who erases a customer deletes a salt, and the chain stays whole: no digest says anything about them any more', async () => {
  const { client, ...shop } = await openApiShop()
  const customer = await newCustomer(client)
  await orders(client, customer, { ...typedCard, saveCard: '1', ip: '203.0.113.9', cardHolderCountry: 'RO' })
  const link = payerBy(shop, await officeOf(shop).makes({ customerEmail: 'ana@example.com' }))
  await link.paysAt(await link.goesOn({ email: 'ana@example.com' }))
  await shop.world.runUntilIdle()
  await sealAll(shop.world.app)
  await client.send('DELETE', `/customer/${customer}`)
  const hand = await connectAsSuperuser(shop.world.databaseUrl, { unruled: true })
  const erase = [
    'update shoppers.shoppers set email = null, first_name = null, last_name = null',
    'update shoppers.cards set holder_name = null, holder_facts = null',
    'update payments.payments set card_holder_name = null, card_facts = null, ip = null',
    'update orders.orders set invoice_email = null',
  ]
  for (const statement of erase)
    await hand.query(
      `${statement} where ${statement.includes('shoppers.shoppers') ? 'id' : 'shopper_id'} = ${customer}`,
    )
  await hand.query(
    `update emails.emails set address = 'erased', content = '{}' where order_id in (select id from orders.orders where shopper_id = ${customer})`,
  )
  await hand.query('update links.links set customer_email = null, seal_salt = null')
  await expectWhole(shop)
  expect(await shop.count(`shoppers.seal_salts where shopper_id = ${customer} and salt is not null`)).toBe(0)
})
