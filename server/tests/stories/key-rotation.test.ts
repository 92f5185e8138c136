import type { PaymentNotification } from '@florin/client'
import { readNotification, signCheckoutRequest } from '@florin/client'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../world/shop.ts'
import { fieldOf } from '../world/shopper.ts'

const by = { actor: 'operator', fromWhere: 'test' }

/** A shop whose key was rotated: the old and the new one, and who can open which notification. */
async function rotated(shop: Shop) {
  const newKey = (await shop.world.app.directory.rotateSiteKey({ by, siteId: shop.site.id })).privateKey.reveal()
  return { old: shop.privateKey, new: newKey }
}

const opens = (privateKey: string, body: string | Record<string, string>): PaymentNotification | undefined => {
  try {
    return readNotification({ privateKey, body })
  } catch {
    return undefined
  }
}

/** Which of the keys opens each notification so far. */
const openedBy = (shop: Shop, keys: Record<'old' | 'new', string>) =>
  shop.receiver.requests.map(({ body }) => (opens(keys.old, body) ? 'old' : opens(keys.new, body) ? 'new' : 'none'))

async function bringsBack(shop: Shop, address: string): Promise<Record<string, string>> {
  const { body } = await shop.world.http.inject({ method: 'GET', url: `${address}/return` })
  return { opensslResult: fieldOf(body, 'opensslResult') }
}

/** The store signs with a key and its shopper pays; returns the session's address. */
async function sells(shop: Shop, privateKey: string, orderId: string): Promise<string> {
  const signed = signCheckoutRequest({
    privateKey,
    request: {
      siteId: shop.site.id,
      customer: { identifier: 'ana', email: 'ana@example.com' },
      order: { orderId, type: 'purchase', amount: '9.90', currency: 'EUR', description: 'Bread' },
      cardTransactionMode: 'authAndCapture',
      backUrl: 'https://shop.example/return',
    },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams({ ...signed }).toString()
  const { headers: reply } = await shop.world.http.inject({ method: 'POST', url: '/', headers, payload })
  return String(reply.location)
}

async function pays(shop: Shop, address: string): Promise<void> {
  const { body } = await shop.world.http.inject({ method: 'GET', url: address })
  const fields = { card: 'new', cardNumber: '4111 1111 1111 1111', cardExpiry: '12/34', cardCvv: '123' }
  await shop.world.http.inject({
    method: 'POST',
    url: `${address}/pay`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ attempt: fieldOf(body, 'attempt'), cardHolderName: 'Ana', ...fields }).toString(),
  })
  await shop.world.runUntilIdle()
}

test('a result is sealed with the key that its request was signed with, while that is valid', async () => {
  const shop = await openShop()
  const before = await sells(shop, shop.privateKey, 'before')
  const keys = await rotated(shop)
  const during = await sells(shop, keys.old, 'during')
  const after = await sells(shop, keys.new, 'after')
  for (const address of [before, during, after]) await pays(shop, address)
  expect(openedBy(shop, keys)).toEqual(['old', 'old', 'new'])
  expect(opens(keys.old, await bringsBack(shop, before))).toMatchObject({ externalOrderId: 'before' })
  expect(opens(keys.old, await bringsBack(shop, during))).toMatchObject({ externalOrderId: 'during' })
  expect(opens(keys.new, await bringsBack(shop, after))).toMatchObject({ externalOrderId: 'after' })
  await shop.world.pass({ hours: 24 })
  expect(opens(keys.new, await bringsBack(shop, before))).toMatchObject({ externalOrderId: 'before' })
})

test('an order that is signed again with the new key comes back under the new key', async () => {
  const shop = await openShop()
  const address = await sells(shop, shop.privateKey, 'again')
  const keys = await rotated(shop)
  expect(await sells(shop, keys.new, 'again')).toBe(address)
  await pays(shop, address)
  expect(openedBy(shop, keys)).toEqual(['new'])
  expect(opens(keys.new, await bringsBack(shop, address))).toMatchObject({ transactionStatus: 'complete-ok' })
})

test('a notification without a signed request is sealed with the old key until the new one is used', async () => {
  const shop = await openShop()
  const order = { type: 'recurring', intervalType: 'day', intervalValue: 1 } as const
  const ana = await shop.sends({ order })
  await ana.pays()
  await shop.world.runUntilIdle()
  await shop.world.pass({ hours: 12 })
  const keys = await rotated(shop)
  await shop.world.pass({ hours: 12 })
  expect(openedBy(shop, keys)).toEqual(['old', 'old'])
  const [{ id } = { id: 0n }] = (await shop.rows('select id from payments.payments order by id')) as [{ id: bigint }]
  const call = { url: `/transaction/${id}`, headers: { authorization: `Bearer ${keys.new}` } } as const
  await shop.world.http.inject({ method: 'DELETE', ...call })
  await shop.world.runUntilIdle()
  expect(openedBy(shop, keys)).toEqual(['old', 'old', 'new', 'new'])
})

test('a notification without a signed request is sealed with the new key when the overlap is over', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ order: { type: 'recurring', intervalType: 'day', intervalValue: 2 } })
  await ana.pays()
  await shop.world.runUntilIdle()
  const keys = await rotated(shop)
  await shop.world.pass({ hours: 48 })
  expect(openedBy(shop, keys)).toEqual(['old', 'new'])
})
