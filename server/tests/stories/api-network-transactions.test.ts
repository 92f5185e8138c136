import { expect, test, vi } from 'vitest'
import { type ApiClient, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'

/** A shop that sees which transaction its payments without the customer refer to, and what the network calls each. */
async function openNetwork() {
  const shop = await openApiShop()
  const customerId = await newCustomer(shop.client)
  const requests = vi.spyOn(shop.world.app.connectors.get(shop.world.app.connectors.ids[0]), 'authorize')
  return {
    ...shop,
    customerId,
    /** The customer types their card, as they did before or for the first time. */
    types: async (input: Record<string, string> = {}) =>
      (await orders(shop.client, customerId, { ...typedCard, saveCard: '1', ...input })).data,
    /** The store charges the stored card without the customer. */
    charges: async (cardId: unknown, input: Record<string, string> = {}) =>
      (await orders(shop.client, customerId, { cardId: String(cardId), ...input })).data,
    networkId: (transactionId: unknown) => networkIdOf(shop.client, transactionId),
    namedDate: () =>
      requests.mock.calls
        .flatMap(([{ initiator }]) => (initiator.type === 'mit' ? [initiator.networkTransactionDate?.toString()] : []))
        .at(-1),
    /** What the last payment without the customer named. */
    named: () =>
      requests.mock.calls
        .flatMap(([{ initiator }]) => (initiator.type === 'mit' ? [initiator.networkTransactionId] : []))
        .at(-1),
  }
}

async function networkIdOf(client: ApiClient, transactionId: unknown): Promise<string> {
  const { data } = await client.get(`/transaction/${transactionId}`)
  const [component] = data.components as { providerNetworkTransactionId: string }[]
  return component!.providerNetworkTransactionId
}

test('a payment without the customer names the last one that they made themself with the card', async () => {
  const shop = await openNetwork()
  const first = await shop.types()
  await shop.charges(first.cardId)
  expect(shop.named()).toBe(await shop.networkId(first.transactionId))

  const second = await shop.types()
  expect(second.cardId).toBe(first.cardId)
  await shop.charges(first.cardId)
  expect(shop.named()).toBe(await shop.networkId(second.transactionId))
  // What the store has charged alone is nothing to refer to.
  await shop.charges(first.cardId)
  expect(shop.named()).toBe(await shop.networkId(second.transactionId))
})

// In small: a payment without the customer names the last one that they made themself with the card
longTest('a payment of the customer that was declined, or that they made with another card, is not named', async () => {
  const shop = await openNetwork()
  const first = await shop.types()
  await shop.types({ amount: '0.05' })
  await shop.types({ cardNumber: '5555555555554444' })
  await shop.charges(first.cardId)
  expect(shop.named()).toBe(await shop.networkId(first.transactionId))
})

// In small: a payment without the customer names the last one that they made themself with the card
longTest('an answer that was lost and found out renews it all the same', async () => {
  const shop = await openNetwork()
  const first = await shop.types()
  shop.acquirerProxy.next('authorize', 'response lost')
  const second = await shop.types()
  await shop.world.pass({ minutes: 1 })
  await shop.charges(first.cardId)
  expect(shop.named()).toBe(await shop.networkId(second.transactionId))
})

test('a card that was tokenised elsewhere is charged by the pair that its order was given, now and at every rebill', async () => {
  const shop = await openNetwork()
  const { cardId } = await shop.types()
  const pair = { networkTransactionId: 'MCC1234560504', networkTransactionDate: '1770000000000' }
  const managed = await shop.charges(cardId, { orderType: 'managed', ...pair })
  expect(shop.named()).toBe('MCC1234560504')

  // The customer pays something else meanwhile; the order goes on as the store has said.
  await shop.types()
  const rebilled = await shop.client.send('PATCH', `/order-rebill/${managed.orderId}`, {
    form: { customerId: String(shop.customerId), amount: '3.00' },
  })
  expect(rebilled.status).toBe(200)
  expect(shop.named()).toBe('MCC1234560504')
})

// In small: a program of the merchant receives from the API what is recorded
longTest('one half of the pair is refused, and so is a date that has not been', async () => {
  const shop = await openNetwork()
  const { cardId } = await shop.types()
  const wrong: [Record<string, string>, string][] = [
    [{ networkTransactionId: 'MCC1234560504' }, 'networkTransactionDate'],
    [{ networkTransactionDate: '1770000000000' }, 'networkTransactionId'],
    [{ networkTransactionId: 'MCC1234560504', networkTransactionDate: '4070000000000' }, 'networkTransactionDate'],
    [{ networkTransactionId: 'MCC 1234', networkTransactionDate: '1770000000000' }, 'networkTransactionId'],
  ]
  for (const [pair, field] of wrong) {
    const refused = await orders(shop.client, shop.customerId, { cardId: String(cardId), ...pair })
    expect([refused.status, refused.body.error?.[0]?.field]).toEqual([400, field])
  }
})

// In small: an imported card is charged with the pair that it came with, now and at every rebill
longTest(
  'a card that was tokenized elsewhere is charged with the pair that comes with its number, now and later',
  async () => {
    const shop = await openNetwork()
    const pair = { networkTransactionId: '412345678901234', networkTransactionDate: String(Date.UTC(2026, 3, 1)) }
    const moved = { ...typedCard, ...pair, orderType: 'managed' }
    const { data } = await orders(shop.client, shop.customerId, moved)
    expect(data).toMatchObject({ orderStatus: 'in-progress', cardId: expect.any(Number) })
    expect(shop.named()).toBe('412345678901234')
    expect(shop.namedDate()).toBe('2026-04-01T00:00:00Z')
    await shop.client.send('PATCH', `/order-rebill/${data.orderId}`, { form: { amount: '2.00' } })
    expect([shop.named(), shop.namedDate()]).toEqual(['412345678901234', '2026-04-01T00:00:00Z'])
  },
)

// In small: a program of the merchant receives from the API what is recorded
longTest('a date of the first transaction in seconds is refused with advice', async () => {
  const shop = await openNetwork()
  const pair = { networkTransactionId: '412345678901234', networkTransactionDate: '1775001600' }
  const refused = await orders(shop.client, shop.customerId, { ...typedCard, ...pair })
  expect(refused).toMatchObject({ status: 400, body: { error: [{ field: 'networkTransactionDate' }] } })
  expect(JSON.stringify(refused.body)).toContain('in milliseconds')
})
