import { expect, test } from 'vitest'
import { newCustomer, openApiShop } from '../world/api.ts'
import { longTest, sampled } from '../world/length.ts'
import { officeOf, payerBy } from '../world/payer.ts'

test.each(
  sampled([
    ['new', []],
    ['known without tags', [{}]],
    ['known with another tag', [{ tag: 'regular' }]],
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

// In small: a card that the shopper ticks to be saved is notified by its cardId, and offered the next time
longTest('a link without tags leaves a customer theirs', async () => {
  const shop = await openApiShop()
  await newCustomer(shop.client, { tag: 'regular' })
  const ana = payerBy(shop, await officeOf(shop).makes({ customerIdentifier: 'ana' }))
  await ana.paysAt(await ana.goesOn({ email: 'ana@example.com' }))
  const [customer] = (await shop.client.get('/customer?identifier=ana')).items
  expect(customer?.tags).toMatchObject([{ tag: 'regular' }])
})
