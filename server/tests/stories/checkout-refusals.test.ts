import { expect, test } from 'vitest'
import { postForm, signedByHand } from '../world/by-hand.ts'
import { longTest } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'

const request = (siteId: unknown, change: object = {}, order: object = {}) => ({
  siteId,
  customer: { identifier: 'ana', email: 'ana@example.com' },
  order: { orderId: 'o-1', type: 'purchase', amount: 9.9, currency: 'EUR', description: 'Bread', ...order },
  cardTransactionMode: 'authAndCapture',
  ...change,
})

type Wrong = { form: Record<string, string>; names: string }
const signed = ({ privateKey }: Shop, value: unknown) => signedByHand(JSON.stringify(value), privateKey)

/** What is wrong with a form, and what the page must name so that the store's developer can correct it. */
const wrongs: Record<string, (shop: Shop) => Wrong> = {
  'no field at all': () => ({ form: {}, names: 'jsonRequest' }),
  'no checksum': (shop) => ({
    form: { jsonRequest: signed(shop, request(shop.site.id)).jsonRequest },
    names: 'checksum',
  }),
  'the checksum of another key': (shop) => ({
    form: signedByHand(JSON.stringify(request(shop.site.id)), 'f'.repeat(32)),
    names: 'checksum must be the base64 of the HMAC-SHA512 of the JSON text',
  }),
  'the checksum of the live form of the key': (shop) => ({
    form: signedByHand(JSON.stringify(request(shop.site.id)), `sk_live_${shop.privateKey}`),
    names: 'checksum',
  }),
  'a checksum in hexadecimal': (shop) => ({
    form: {
      ...signed(shop, request(shop.site.id)),
      checksum: Buffer.from(signed(shop, request(shop.site.id)).checksum, 'base64').toString('hex'),
    },
    names: 'Do not encode its hexadecimal text',
  }),
  'one changed byte': (shop) => {
    const form = signed(shop, request(shop.site.id))
    const json = Buffer.from(form.jsonRequest, 'base64').toString().replace('9.9', '9.8')
    return { form: { ...form, jsonRequest: Buffer.from(json).toString('base64') }, names: 'checksum' }
  },
  'jsonRequest that is not base64': (shop) => ({
    form: { ...signed(shop, request(shop.site.id)), jsonRequest: '{"siteId":1}' },
    names: 'jsonRequest must be the standard base64',
  }),
  'text that is not JSON': (shop) => ({ form: signedByHand('siteId=1', shop.privateKey), names: 'one JSON object' }),
  'a JSON list': (shop) => ({ form: signedByHand('[]', shop.privateKey), names: 'one JSON object' }),
  'a site that is not here': (shop) => ({ form: signed(shop, request(999_999)), names: 'siteId' }),
  'a site in words': (shop) => ({ form: signed(shop, request('our shop')), names: 'siteId must be the number' }),
  'two different sites': (shop) => ({
    form: signed(shop, request(shop.site.id, { publicKey: 'pk_test_77' })),
    names: 'publicKey must name the site of siteId',
  }),
  'an amount of nothing': (shop) => ({
    form: signed(shop, request(shop.site.id, {}, { amount: 0 })),
    names: 'order.amount',
  }),
  'three decimals': (shop) => ({
    form: signed(shop, request(shop.site.id, {}, { amount: '9.999' })),
    names: 'order.amount',
  }),
  'a currency the site does not take': (shop) => ({
    form: signed(shop, request(shop.site.id, {}, { currency: 'USD' })),
    names: 'order.currency',
  }),
  'no order number': (shop) => ({
    form: signed(shop, request(shop.site.id, {}, { orderId: undefined })),
    names: 'order.orderId',
  }),
  'an order number with a space': (shop) => ({
    form: signed(shop, request(shop.site.id, {}, { orderId: 'a b' })),
    names: 'order.orderId',
  }),
  'a recurring order without an interval': (shop) => ({
    form: signed(shop, request(shop.site.id, {}, { type: 'recurring' })),
    names: 'order.intervalType',
  }),
  'a mode that is none': (shop) => ({
    form: signed(shop, request(shop.site.id, { cardTransactionMode: 'steal' })),
    names: 'cardTransactionMode',
  }),
  'a way back that is no web address': (shop) => ({
    form: signed(shop, request(shop.site.id, { backUrl: 'javascript:alert(1)' })),
    names: 'backUrl',
  }),
  'an identifier of 93 characters': (shop) => ({
    form: signed(shop, request(shop.site.id, { customer: { identifier: 'a'.repeat(93), email: 'a@b.ro' } })),
    names: 'customer.identifier',
  }),
}

test('whatever is wrong, the page names it with 400, nothing is created, and no notification is sent', async () => {
  const shop = await openShop()
  for (const [what, wrong] of Object.entries(wrongs)) {
    const { form, names } = wrong(shop)
    const reply = await postForm(shop.world.http, '/', form)
    expect(reply.statusCode, what).toBe(400)
    expect(reply.headers['content-type'], what).toBe('text/html; charset=utf-8')
    expect(reply.body, what).toContain('This payment cannot be started')
    expect(reply.body, what).toContain(names)
    expect(reply.body, what).not.toContain(shop.privateKey)
    expect(reply.headers.location, what).toBeUndefined()
  }
  await shop.world.runUntilIdle()
  expect(await written(shop)).toEqual({ orders: 0, sessions: 0, shoppers: 0, payments: 0, notifications: 0 })
  expect(shop.receiver.requests).toEqual([])
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('of a form with several mistakes the page names every one', async () => {
  const shop = await openShop()
  const order = { amount: '9.999', currency: 'USD', orderId: 'a b' }
  const reply = await postForm(shop.world.http, '/', signed(shop, request(shop.site.id, {}, order)))
  for (const field of Object.keys(order)) expect(reply.body).toContain(`<code>order.${field}</code>`)
})

test('a site that is switched off takes no new orders; those begun before may still be paid', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  const by = { actor: 'test', fromWhere: 'test' }
  await shop.world.app.directory.changeSite({ by, siteId: shop.site.id, changes: { active: false } })
  const { opened } = await shop.sends()
  expect(opened.status).toBe(400)
  expect(opened.text).toContain('is switched off')
  expect(await shop.count('orders.orders')).toBe(1)
  expect((await ana.pays()).address).toBe(`${ana.address}/return`)
})

test('a refusal shows nothing that could be a script', async () => {
  const shop = await openShop()
  const order = { currency: '"><script>alert(1)</script>' }
  const reply = await postForm(shop.world.http, '/', signed(shop, request(shop.site.id, {}, order)))
  expect(reply.statusCode).toBe(400)
  expect(reply.body).not.toContain('<script>alert')
  expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
})

const written = async ({ count }: Shop) => ({
  orders: await count('orders.orders'),
  sessions: await count('checkout.sessions'),
  shoppers: await count('shoppers.shoppers'),
  payments: await count('payments.payments'),
  notifications: await count('notifications.notifications'),
})
