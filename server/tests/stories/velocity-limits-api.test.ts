import { expect, test } from 'vitest'
import { type ApiClient, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { noLimits } from '../world/no-limits.ts'

const limited = (limits: string) => ({ environment: { FLORIN_VELOCITY_LIMITS: `${noLimits},${limits}` } })
const closed = { ...typedCard, cardNumber: '4000020000002006' }

/** Cards of one shopper after the other, all by the merchant's server; the error numbers of the replies. */
async function sendsCards(
  client: ApiClient,
  count: number,
  fields: (at: number) => Record<string, string> = () => ({}),
) {
  const customerId = await newCustomer(client, { identifier: `visitor-${count}` })
  const codes: number[] = []
  for (let at = 0; at < count; at++) {
    const { body } = await orders(client, customerId, {
      ...closed,
      externalOrderId: `web-${count}-${at}`,
      ...fields(at),
    })
    codes.push(body.error?.[0]?.code ?? body.code)
  }
  return codes
}

test('a server that sends stolen cards is not locked out: they become soft declines, for the cardholder to confirm', async () => {
  const { client } = await openApiShop({}, limited('site=4/PT10M'))
  expect(await sendsCards(client, 7)).toEqual([837, 837, 837, 837, 839, 839, 839])

  const customerId = await newCustomer(client)
  const order = { ...typedCard, externalOrderId: 'bread-1', backUrl: 'https://shop.example/back' }
  // The customer is at the store, so the reply says at once where their bank is.
  expect(await orders(client, customerId, order)).toMatchObject({ data: { is3d: 1, isRedirect: true } })
})

test('each address that the server names is counted on its own, and the address of the server is not counted', async () => {
  const { client, rows } = await openApiShop({}, limited('address=2/PT6H'))
  const codes = await sendsCards(client, 6, (at) => ({ ip: at < 4 ? '203.0.113.9' : `198.51.100.${at}` }))
  expect(codes).toEqual([837, 837, 839, 839, 837, 837])
  expect(await sendsCards(client, 5, () => ({ ip: '' }))).toEqual([837, 837, 837, 837, 837])
  expect(await rows(`select key from velocity.counts where key like 'address %' order by key`)).toEqual([
    { key: 'address 198.51.100.4' },
    { key: 'address 198.51.100.5' },
    { key: 'address 203.0.113.9' },
  ])
})

// In small: one card whose security code is guessed is refused after some codes, wherever that is tried
longTest('one card that is sent again and again is refused with 429, and another card is not', async () => {
  const { client } = await openApiShop({}, limited('card=3/PT24H'))
  expect(await sendsCards(client, 5)).toEqual([837, 837, 837, 613, 613])
  const customerId = await newCustomer(client)
  const refused = await orders(client, customerId, { ...closed, externalOrderId: 'again' })
  expect(refused).toMatchObject({ status: 429, body: { error: [{ reason: 'too_many_card_attempts' }] } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(await client.get('/order/again')).toMatchObject({ status: 404 })
  expect(await orders(client, customerId, typedCard)).toMatchObject({ data: { orderStatus: 'complete-ok' } })
})

test('stored cards are not counted, whatever happens at the site', async () => {
  const { client, rows } = await openApiShop({}, limited('site=2/PT10M'))
  const customerId = await newCustomer(client)
  const { data } = await orders(client, customerId, { ...typedCard, saveCard: '1' })
  expect(await sendsCards(client, 4)).toContain(839)
  const before = await rows('select key, begun from velocity.counts order by key')
  const stored = { transactionMethod: 'card', cardId: String(data.cardId) }
  expect(await orders(client, customerId, stored)).toMatchObject({ data: { orderStatus: 'complete-ok' } })
  expect(await rows('select key, begun from velocity.counts order by key')).toEqual(before)
})
