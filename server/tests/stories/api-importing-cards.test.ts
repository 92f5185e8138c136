import { expect, test, vi } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { movedCard, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'

/** A shop that comes from another processor, and sees which transaction its payments without the customer name. */
async function openMovedShop() {
  const shop = await openApiShop()
  const { client } = shop
  const customerId = await newCustomer(client, { identifier: 'ana-1' })
  const requests = vi.spyOn(shop.world.app.connectors.get(shop.world.app.connectors.ids[0]), 'authorize')
  return {
    ...shop,
    customerId,
    imports: (fields: Record<string, string> = {}, headers = {}, by = client) =>
      by.send('POST', '/card', { form: { customerId: String(customerId), ...movedCard, ...fields } }, headers),
    /** The transaction that the last payment without the customer referred to, and its date. */
    named: () =>
      requests.mock.calls
        .flatMap(([{ initiator }]) =>
          initiator.type === 'mit'
            ? [[initiator.networkTransactionId, initiator.networkTransactionDate?.toString()]]
            : [],
        )
        .at(-1),
    charges: async (cardId: unknown, input: Record<string, string> = {}) =>
      (await orders(client, customerId, { cardId: String(cardId), ...input })).data,
    types: async () => (await orders(client, customerId, { ...typedCard, saveCard: '1' })).data,
  }
}

test('an imported card is charged with the pair that it came with, now and at every rebill', async () => {
  const { imports, charges, named, client, customerId } = await openMovedShop()

  const { status, data } = await imports()

  expect([status, data]).toEqual([
    201,
    {
      id: expect.any(Number),
      customerId,
      type: 'visa',
      cardNumber: '411111******1111',
      expiryMonth: '12',
      expiryYear: '2034',
      nameOnCard: 'Ana Pop',
      hasToken: true,
      cardStatus: 'active',
      binInfo: {
        bin: '411111',
        brand: 'visa',
        type: 'credit',
        level: 'classic',
        countryCode: 'RO',
        bank: 'Florin Sandbox Bank',
      },
    },
  ])
  const { orderId, orderStatus } = await charges(data.id, { orderType: 'managed' })
  expect([orderStatus, named()]).toEqual(['in-progress', ['412345678901234', '2026-04-01T00:00:00Z']])
  await client.send('PATCH', `/order-rebill/${orderId}`, { form: { amount: '2.00' } })
  expect(named()).toEqual(['412345678901234', '2026-04-01T00:00:00Z'])
})

// In small: an imported card is charged with the pair that it came with, now and at every rebill
longTest(
  'the next payment that the customer makes with an imported card themself takes the place of the pair',
  async () => {
    const { imports, charges, types, named, client } = await openMovedShop()
    const { data: card } = await imports()
    await charges(card.id)

    const own = await types()

    expect(own.cardId).toBe(card.id)
    await charges(card.id)
    const { data } = await client.get(`/transaction/${own.transactionId}`)
    const [component] = data.components as { providerNetworkTransactionId: string }[]
    expect(named()).toEqual([component!.providerNetworkTransactionId, expect.stringMatching(/^2026-/)])
  },
)

// In small: the card that the store names is chosen already, and its number need not be typed
longTest('the customer finds the imported card on the payment page, chosen', async () => {
  const { imports, sends } = await openMovedShop()
  const { data } = await imports()
  const shopper = await sends({ customer: { identifier: 'ana-1' } })
  expect((await shopper.sees()).text).toMatch(new RegExp(`<input[^>]*value="${data.id}"[^>]*checked`))
  await shopper.paysWith(BigInt(Number(data.id)))
  expect((await shopper.bringsBack()).result.transactionStatus).toBe('complete-ok')
})

// In small: a program of the merchant receives from the API what is recorded
longTest(
  'what is missing or wrong is named, with what to send; a security code is refused, and nothing is stored',
  async () => {
    const { imports, count } = await openMovedShop()
    const wrong: [Record<string, string>, string, string][] = [
      [{ networkTransactionId: '' }, 'networkTransactionId', 'shows that they agreed'],
      [{ networkTransactionDate: '' }, 'networkTransactionDate', 'Unix time in milliseconds'],
      [{ networkTransactionDate: '1775001600' }, 'networkTransactionDate', 'looks like seconds'],
      [{ networkTransactionId: 'with spaces' }, 'networkTransactionId', 'letters, digits or dashes'],
      [{ cardCvv: '123' }, 'cardCvv', 'may not be stored'],
      [{ cardNumber: '4111111111111112' }, 'cardNumber', ''],
      [{ cardNumber: '' }, 'cardNumber', 'is required'],
      [{ cardExpiryDate: '01/20' }, 'cardExpiryDate', ''],
      [{ cardHolderName: '4111111111111111' }, 'cardHolderName', ''],
    ]
    for (const [fields, field, words] of wrong) {
      const { status, body } = await imports(fields)
      expect([status, body.error?.map((one) => one.field)], JSON.stringify(fields)).toEqual([400, [field]])
      expect(body.error?.[0]?.message).toContain(words)
    }
    expect(await imports({ customerId: '9999' })).toMatchObject({ status: 404, body: { error: [{ code: 1620 }] } })
    expect([await count('shoppers.cards'), await count('vault.cards')]).toEqual([0, 0])
  },
)

// In small: no route shows, changes or uses what belongs to another site
longTest('the key of another site imports nothing for this customer', async () => {
  const { imports, world, api, count } = await openMovedShop()
  const stranger = await world.merchant()
  const refused = await imports({}, {}, api.client(stranger.privateKey))
  expect(refused).toMatchObject({ status: 404, body: { error: [{ code: 1620 }] } })
  expect([await count('shoppers.cards'), await count('vault.cards')]).toEqual([0, 0])
})

test('the same card again is the card that is there; of two pairs the one of the later transaction is kept', async () => {
  const { imports, charges, types, named, count } = await openMovedShop()
  const { data: first } = await imports()
  const later = { networkTransactionId: 'MCC1234560504', networkTransactionDate: String(Date.UTC(2026, 3, 2)) }

  expect((await imports(later)).data).toEqual(first)
  expect((await imports()).data).toEqual(first)
  await charges(first.id)
  expect(named()).toEqual(['MCC1234560504', '2026-04-02T00:00:00Z'])

  await types()
  await charges(first.id)
  const own = named()
  await imports(later)
  await charges(first.id)
  expect(named()).toEqual(own)
  expect([await count('shoppers.cards'), await count('vault.cards')]).toEqual([1, 1])
})

// In small: a card is stored once, however often its shopper ticks the box, and the newest of their payments vouches for it
longTest('a renewed card has another expiry date, and is a card of its own', async () => {
  const { imports, count } = await openMovedShop()
  const { data: first } = await imports()
  const { data: renewed } = await imports({ cardExpiryDate: '12/39' })
  expect(renewed).toMatchObject({ expiryYear: '2039', cardStatus: 'active' })
  expect(renewed.id).not.toBe(first.id)
  expect(await count('vault.cards')).toBe(2)
})

test('many imports of one card at the same moment store it once', async () => {
  const { imports, count } = await openMovedShop()
  const all = await Promise.all(Array.from({ length: 8 }, () => imports()))
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 201))
  expect(new Set(all.map(({ data }) => data.id)).size).toBe(1)
  expect([await count('shoppers.cards'), await count('vault.cards')]).toEqual([1, 1])
})

// In small: an answer that died with its process is built again from the recorded effect
longTest('the same request with the same Idempotency-Key imports once, and answers again', async () => {
  const { imports, client } = await openMovedShop()
  const once = { 'idempotency-key': 'f7a2b7c8-import' }
  const first = await imports({}, once)
  await client.send('DELETE', `/card/${first.data.id}`)
  const again = await imports({}, once)
  expect([again.status, again.data]).toEqual([201, first.data])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

// In small: a reference names one card for good: another card or customer under it is refused
longTest('a card that its customer has deleted is a new card when it is imported again', async () => {
  const { imports, client, count } = await openMovedShop()
  const { data: first } = await imports()
  await client.send('DELETE', `/card/${first.id}`)
  const { data: second } = await imports()
  expect(second).toEqual({ ...first, id: expect.any(Number) })
  expect(second.id).not.toBe(first.id)
  expect(await count('vault.cards')).toBe(1)
})

// In small: the cards of a file are stored with their customers, and the mapping says which card is which
longTest('after imports and changes of their pairs verify finds nothing', async () => {
  const { imports, world } = await openMovedShop()
  await imports()
  await sealAll(world.app)
  await imports({ networkTransactionId: 'MCC1234560504', networkTransactionDate: String(Date.UTC(2026, 3, 2)) })
  expect((await imports({ cardNumber: '5555555555554444' })).status).toBe(201)
  await sealAll(world.app)
  expect((await world.verify()).differences).toEqual([])
})
