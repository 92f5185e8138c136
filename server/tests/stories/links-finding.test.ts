import { expect, test } from 'vitest'
import { openApiShop } from '../world/api.ts'
import { officeOf, payerBy } from '../world/payer.ts'

test('a merchant finds the orders and transactions of one link, and not those of another or of another site', async () => {
  const shop = await openApiShop()
  const office = officeOf(shop)
  const [bread, cake] = [await office.makes(), await office.makes({ amount: '20.00' })]
  for (const hash of [bread, cake, bread]) {
    const ana = payerBy(shop, hash)
    await ana.paysAt(await ana.goesOn({ email: 'ana@example.com' }))
  }
  const amountsAt = async (path: string) => (await shop.client.get(path)).items.map(({ amount }) => String(amount))
  expect(await amountsAt(`/order?paymentLink=${bread}`)).toEqual(['9.9', '9.9'])
  expect(await amountsAt(`/transaction?paymentLink=${bread}`)).toEqual(['9.90', '9.90'])
  expect(await amountsAt(`/transaction?paymentLink=${cake}`)).toEqual(['20.00'])
  const other = shop.api.client((await shop.world.merchant()).privateKey)
  for (const list of ['order', 'transaction'])
    expect((await other.get(`/${list}?paymentLink=${bread}`)).items).toEqual([])
  expect((await shop.client.get('/order?paymentLink=unknown')).items).toEqual([])
})
