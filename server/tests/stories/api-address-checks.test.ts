import { expect, test, vi } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { sampled } from '../world/length.ts'

const home = { country: 'RO', city: 'Bucharest', address: '7 Oven Street', zipCode: '010101' }

/** What the bank found, as the record of a payment has it. */
async function foundFor(address: Record<string, string>, card: Record<string, string> = {}) {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client, address)
  const { transactionId } = (await orders(client, customerId, { ...typedCard, ...card })).data
  const { transactionStatus, components } = (await client.get(`/transaction/${transactionId}`)).data
  const [{ data }] = components as [{ data: Record<string, string> }]
  return { transactionStatus, street: data.address, zipCode: data.postalCode }
}

test.each(
  sampled([
    [{}, 'match', 'match'],
    [{ zipCode: '00000' }, 'match', 'mismatch'],
    [{ address: '1 Wrong Street' }, 'mismatch', 'match'],
    [{ address: '1 Wrong Street', zipCode: '00000' }, 'mismatch', 'mismatch'],
  ]),
)(
  'the record of a payment says what the bank found of an address with %j, and it is paid',
  async (change, street, zipCode) => {
    const found = await foundFor({ ...home, ...change })
    expect(found).toEqual({ transactionStatus: 'complete-ok', street, zipCode })
  },
)

test('an address in another country than the cardholder’s is not compared', async () => {
  const found = await foundFor(home, { cardHolderCountry: 'DE' })
  expect(found).toMatchObject({ street: 'unavailable', zipCode: 'unavailable' })
})

test('what a shopper of the checkout has told the store goes to the acquirer, and so it does with each renewal', async () => {
  const shop = await openApiShop()
  const authorize = vi.spyOn(shop.acquirerProxy, 'authorize')
  const monthly = { type: 'recurring', intervalType: 'month', intervalValue: 1 } as const
  const ana = await shop.sends({ customer: home, order: monthly })
  await ana.pays()
  await shop.world.pass({ days: 32 })
  const { address: street, ...rest } = home
  const address = { ...rest, street, state: undefined }
  expect(authorize.mock.calls.map(([request]) => request.billingAddress)).toEqual([address, address])
})
