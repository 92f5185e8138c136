import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'

async function openWallet() {
  const shop = await openApiShop()
  const { client } = shop
  const customerId = await newCustomer(client)
  const save = async (cardNumber: string) => {
    const { data } = await orders(client, customerId, { ...typedCard, cardNumber, saveCard: 'true' })
    return { cardId: Number(data.cardId), orderId: Number(data.orderId) }
  }
  const listed = async (query: string) =>
    (await client.get(`/card?customerId=${customerId}&${query}`)).items.map(({ id }) => id)
  return { ...shop, customerId, save, listed }
}

test('the card that a customer lets the store keep on the hosted page is in the list of their cards', async () => {
  const { client, sends } = await openApiShop()
  const ana = await sends({ saveCard: true, customer: { identifier: 'ana-1' } })
  await ana.pays({ save: true })
  const [customer] = (await client.get('/customer?identifier=ana-1')).items

  const { items, body } = await client.get(`/card/?customerId=${customer?.id}&hasToken=yes`)

  expect(items).toEqual([
    {
      id: expect.any(Number),
      customerId: customer?.id,
      type: 'visa',
      cardNumber: '411111******1111',
      expiryMonth: '12',
      expiryYear: '2034',
      nameOnCard: expect.anything(),
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
  expect(body.pagination).toMatchObject({ totalItemCount: 1, pageCount: 1 })
})

// In small: a program of the merchant receives from the API what is recorded
longTest('cards are listed newest first, by status, and by the order they paid', async () => {
  const { client, save, listed } = await openWallet()
  const visa = await save('4111111111111111')
  const master = await save('5555555555554444')
  await client.send('DELETE', `/card/${visa.cardId}`)

  expect(await listed('')).toEqual([master.cardId])
  expect(await listed('cardStatus=all')).toEqual([master.cardId, visa.cardId])
  expect(await listed('cardStatus=all&reverseSorting=0')).toEqual([visa.cardId, master.cardId])
  expect(await listed('cardStatus=deleted')).toEqual([visa.cardId])
  expect(await listed('hasToken=no')).toEqual([visa.cardId])
  expect(await listed('cardStatus=deleted&hasToken=yes')).toEqual([])
  expect(await listed(`orderId=${master.orderId}`)).toEqual([master.cardId])
  expect(await listed(`orderId=${visa.orderId}`)).toEqual([])
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a card is read by its customer only', async () => {
  const { client, customerId, save } = await openWallet()
  const { cardId } = await save('4111111111111111')
  const ben = await newCustomer(client, { identifier: 'ben' })

  expect((await client.get(`/card/${cardId}/?customerId=${customerId}`)).data).toMatchObject({ id: cardId, customerId })
  expect(await client.get(`/card/${cardId}?customerId=${ben}`)).toMatchObject({
    status: 404,
    body: { error: [{ code: 902 }] },
  })
  expect(await client.get(`/card/${cardId}`)).toMatchObject({ status: 400, body: { error: [{ code: 1620 }] } })
  expect(await client.get('/card')).toMatchObject({
    status: 400,
    body: { error: [{ code: 1620, field: 'customerId' }] },
  })
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a deleted card is destroyed, and pays nothing any more', async () => {
  const { client, count, customerId, save } = await openWallet()
  const { cardId } = await save('4111111111111111')

  const deleted = await client.send('DELETE', `/card/${cardId}`)

  expect(deleted.body).toEqual({ code: 200, message: 'Success', data: { id: cardId } })
  expect(await count('vault.cards')).toBe(0)
  expect(await client.send('DELETE', `/card/${cardId}`)).toMatchObject({
    status: 404,
    body: { error: [{ code: 902 }] },
  })
  expect(await orders(client, customerId, { cardId: String(cardId) })).toMatchObject({ status: 400 })
})
