import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import type { Shop } from '../world/shop.ts'
import { fieldOf } from '../world/shopper.ts'

test('a payment is disputed in part and won at the desk, and the store is notified of both', async () => {
  const shop = await openApiShop()
  const { data } = await orders(shop.client, await newCustomer(shop.client), typedCard)
  await shop.world.runUntilIdle()
  const desk = deskOf(shop)
  const page = await desk.shows()
  expect(page).toContain('9.90 EUR')
  expect(page).toContain('Card ending in 1111')
  expect(page).toContain(
    `Payment <a href="/dashboard/op/payments/${data.transactionId}">${data.transactionId}</a> of order`,
  )
  const authorization = fieldOf(page, 'authorization')

  expect(await desk.sends({ authorization, do: 'open', amount: '4', reason: 'not_received' })).toContain(
    '4.00 EUR went back',
  )
  await shop.world.runUntilIdle()
  const disputed = await desk.shows()
  expect(disputed).toContain('4.00 EUR charged back')
  expect(disputed).toContain('value="5.90"')
  expect((await shop.client.get(`/transaction/${data.transactionId}`)).data.transactionStatus).toBe('charge-back')

  const dispute = fieldOf(disputed, 'dispute')
  expect(await desk.sends({ authorization, dispute, do: 'won' })).toContain('The merchant has won')
  await shop.world.runUntilIdle()
  expect((await shop.client.get(`/transaction/${data.transactionId}`)).data.transactionStatus).toBe('complete-ok')
  expect(shop.notified().map(({ transactionStatus }) => transactionStatus)).toContain('charge-back')
})

test('what cannot be disputed or decided is refused, and changes nothing', async () => {
  const shop = await openApiShop()
  await orders(shop.client, await newCustomer(shop.client), typedCard)
  const desk = deskOf(shop)
  const authorization = fieldOf(await desk.shows(), 'authorization')
  const open = { authorization, do: 'open', reason: 'fraud' }
  expect(await desk.sends({ ...open, amount: '9.91' })).toContain('more than was captured')
  expect(await desk.sends({ ...open, amount: '0' })).toContain('not above zero')
  expect(await desk.sends({ ...open, amount: '1,5' })).toContain('at most two decimals')
  expect(await desk.sends({ authorization, do: 'won', dispute: 'dsp_of_nobody' })).toContain('no such dispute')
  expect(await desk.sends({ do: 'burn' })).toContain('use the buttons')
  expect(await shop.count('disputes.events')).toBe(0)
})

test('a desk without payments says what to do first', async () => {
  const shop = await openApiShop()
  expect(await deskOf(shop).shows()).toContain('Nothing was captured yet')
})

const address = '/sandbox/disputes'

/** Somebody at the desk, whose browser keeps the message that waits for the next page. */
function deskOf({ world }: Shop) {
  const shows = async (cookie = '') =>
    (await world.http.inject({ method: 'GET', url: address, headers: { cookie } })).body
  return {
    shows: () => shows(),
    /** Returns the page that the reply redirects to. */
    sends: async (fields: Record<string, string>): Promise<string> => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
      const payload = new URLSearchParams(fields).toString()
      const reply = await world.http.inject({ method: 'POST', url: address, headers, payload })
      expect([reply.statusCode, reply.headers.location]).toEqual([303, address])
      return shows(String(reply.headers['set-cookie']).split(';')[0])
    },
  }
}
