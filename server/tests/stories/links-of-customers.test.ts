import { expect, test } from 'vitest'
import { beginErasure } from '#core/persons'
import { newCustomer, openApiShop } from '../world/api.ts'
import { by } from '../world/author.ts'
import { officeOf, payerBy } from '../world/payer.ts'

/** What a payment link says of its customer, and what the store knows of them since. */

const old = { customerIdentifier: 'ana', customerEmail: 'old@example.com', 'customerTags[0]': 'link' }

test('an old link puts no address and no tag of its customer back, opened or paid, and the store reads it as it was sent', async () => {
  const shop = await openApiShop()
  const id = await newCustomer(shop.client, { email: 'old@example.com' })
  const office = officeOf(shop)
  const hash = await office.makes(old)
  await shop.client.send('PUT', `/customer/${id}`, { form: { email: 'new@example.com', tag: 'no-marketing' } })
  const customer = async () => {
    const { email, tags, firstName } = (await shop.client.get(`/customer/${id}`)).data
    return { email, tags, firstName }
  }
  const before = await customer()
  expect(before).toMatchObject({ email: 'new@example.com', tags: [{ tag: 'no-marketing' }] })

  const visitor = payerBy(shop, hash)
  const page = await visitor.goesOn({ email: 'eve@example.com' })
  expect(await customer()).toEqual(before)
  await visitor.paysAt(page)
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-ok', identifier: 'ana' }])
  expect(await customer()).toEqual(before)
  expect(await office.reads(hash)).toMatchObject({ customerIdentifier: 'ana', customerEmail: 'old@example.com' })
})

test('what is not known of a customer is taken from the link when somebody pays, and not before', async () => {
  const shop = await openApiShop()
  const id = await newCustomer(shop.client, { email: 'ana@example.com' })
  const hash = await officeOf(shop).makes({
    customerIdentifier: 'ana',
    'customerTags[0]': 'link',
    'customerRequiredFields[city]': '1',
  })
  const customer = () => shop.rows(`select email, city, tags from shoppers.shoppers where id = ${id}`)
  const ana = payerBy(shop, hash)
  const page = await ana.goesOn({ email: 'eve@example.com', city: 'Cluj' })
  expect(await customer()).toEqual([{ email: 'ana@example.com', city: null, tags: [] }])
  await ana.paysAt(page)
  expect(await customer()).toEqual([{ email: 'ana@example.com', city: 'Cluj', tags: ['link'] }])
})

test('a customer who was deleted does not come back by an old link, also not to a new customer of that name', async () => {
  const shop = await openApiShop()
  const id = await newCustomer(shop.client, { email: 'old@example.com' })
  const hash = await officeOf(shop).makes(old)
  await shop.world.pass({ minutes: 1 })
  expect((await shop.client.send('DELETE', `/customer/${id}`)).status).toBe(200)
  // A change of anything else does not name the customer anew.
  await shop.world.pass({ minutes: 1 })
  expect((await officeOf(shop).request('PUT', `/payment-link/${hash}`, { amount: '8.80' })).status).toBe(200)
  const isThere = async () => (await shop.client.get('/customer?identifier=ana')).items.length

  const visitor = payerBy(shop, hash)
  expect((await visitor.opens()).text).not.toContain('old@example.com')
  await visitor.goesOn()
  expect([
    await isThere(),
    await shop.count(`shoppers.shoppers where removed_at is null and email is not null`),
  ]).toEqual([0, 0])

  const next = await newCustomer(shop.client, { email: 'next@example.com' })
  await payerBy(shop, hash).paysAt(await payerBy(shop, hash).goesOn({ email: 'eve@example.com' }))
  expect(await shop.count(`orders.orders where shopper_id in (${id}, ${next})`)).toBe(0)
})

test('a link that names a customer stays theirs when another one with the same address is erased', async () => {
  const shop = await openApiShop()
  const email = 'both@example.com'
  const first = await newCustomer(shop.client, { identifier: 'abe', email })
  await newCustomer(shop.client, { identifier: 'bea', email })
  const office = officeOf(shop)
  const links = [
    await office.makes({ customerEmail: email, customerIdentifier: 'abe' }),
    await office.makes({ customerEmail: email, customerIdentifier: 'bea' }),
    await office.makes({ customerEmail: email }),
  ] as const
  await beginErasure(shop.world.app, { by, subject: { kind: 'shopper', id: String(first) } })
  await shop.world.runUntilIdle()
  const read = async (hash: string) => {
    const { customerEmail, customerIdentifier } = await office.reads(hash)
    return [customerEmail, customerIdentifier]
  }
  expect(await Promise.all(links.map(read))).toEqual([
    [undefined, undefined],
    [email, 'bea'],
    [undefined, undefined],
  ])
})
