import { expect, test } from 'vitest'
import { newCustomer, openApiShop } from '../world/api.ts'
import { sampled } from '../world/length.ts'
import { officeOf, payerBy } from '../world/payer.ts'

test.each(
  sampled([
    ['new', []],
    ['known without tags', [{}]],
  ]),
)('the tags of a link reach a customer who is %s', async (_, known) => {
  const shop = await openApiShop()
  for (const form of known) await newCustomer(shop.client, form)
  const hash = await officeOf(shop).makes({ customerIdentifier: 'ana', 'customerTags[0]': 'vip' })
  const ana = payerBy(shop, hash)
  await ana.paysAt(await ana.goesOn({ email: 'ana@example.com' }))
  const [customer] = (await shop.client.get('/customer?identifier=ana')).items
  expect(customer?.tags).toMatchObject([{ tag: 'vip' }])
})

test('a customer who has tags keeps theirs', async () => {
  const shop = await openApiShop()
  await newCustomer(shop.client, { tag: 'regular' })
  for (const tags of [{}, { 'customerTags[0]': 'vip' }]) {
    const ana = payerBy(shop, await officeOf(shop).makes({ customerIdentifier: 'ana', ...tags }))
    await ana.paysAt(await ana.goesOn({ email: 'ana@example.com' }))
    const [customer] = (await shop.client.get('/customer?identifier=ana')).items
    expect(customer?.tags).toMatchObject([{ tag: 'regular' }])
  }
})
