import { createHmac } from 'node:crypto'
import { signedByHand } from '../../world/by-hand.ts'
import type { Tour } from '../tour.ts'
import { pays } from './checkout.ts'

const order = { orderId: 'refused', type: 'purchase', amount: 9.9, currency: 'EUR', description: 'Bread' }
const customer = { identifier: 'ana', email: 'ana@example.com' }

/** Forms that are refused, and the forms of older clients, which are accepted. */
export async function tourCheckoutForms(tour: Tour): Promise<void> {
  tour.chapter('checkout-forms')
  await unreadable(tour)
  await broken(tour)
  await otherClients(tour)
  await addresses(tour)
  await switchedOff(tour)
}

async function unreadable({ sends, shop }: Tour): Promise<void> {
  const { privateKey } = shop
  const json = JSON.stringify({ siteId: shop.site.id, customer, order })
  const right = signedByHand(json, privateKey)
  const post = (title: string, form: Record<string, string>) => sends(title, 'POST /', { form })
  await post('An empty form', {})
  await post('A form without a checksum', { jsonRequest: right.jsonRequest })
  await post('A request that is not base64', { ...right, jsonRequest: '{' })
  await post('A request that is no JSON', signedByHand('{', privateKey))
  await post('A request that is too large', signedByHand(`{"a":"${'x'.repeat(600_000)}"}`, privateKey))
  await post('A checksum of the wrong length', { ...right, checksum: 'abc' })
  await post('A checksum in hexadecimal digits', {
    ...right,
    checksum: Buffer.from('0'.repeat(128)).toString('base64'),
  })
  await post('A checksum of another key', { ...right, checksum: signedByHand(json, '0'.repeat(32)).checksum })
  const only = { customer, order: { ...order, orderId: 'only' } }
  await post('A request that names no site where there is only one', signedByHand(JSON.stringify(only), privateKey))
  await post(
    'A request whose site is no number',
    signedByHand(JSON.stringify({ siteId: 'a', customer, order }), privateKey),
  )
  await post(
    'A request of an unknown site',
    signedByHand(JSON.stringify({ siteId: 99999, customer, order }), privateKey),
  )
  await sends('A form that is JSON', 'POST /', { json: right })
  await sends('A body of an unknown kind', 'POST /', { body: 'x', headers: { 'content-type': 'text/plain' } })
  await sends('A form that is too large', 'POST /', { form: { jsonRequest: 'x'.repeat(1_100_000) } })
}

const wrong: readonly (readonly [what: string, bend: object])[] = [
  ['an amount with three decimals', { order: { ...order, amount: '9.999' } }],
  ['a currency that the site does not take', { order: { ...order, currency: 'USD' } }],
  ['nothing but a site', { customer: undefined, order: undefined }],
  ['a recurring order without an interval', { order: { ...order, type: 'recurring' } }],
  [
    'items that are not the amount, which is let pass',
    { order: { ...order, orderId: 'items', items: [{ item: 'Bread', unitPrice: '1', units: '1' }] } },
  ],
  ['fields of the wrong kinds', { order: { ...order, amount: [], description: 1 }, saveCard: 'yes', customer: 'ana' }],
  ['an address back that is none', { backUrl: 'javascript:alert(1)' }],
  ['a mode that is none', { cardTransactionMode: 'later' }],
]

async function broken({ sends, opens, shop }: Tour): Promise<void> {
  for (const [what, bend] of wrong) {
    const request = { siteId: shop.site.id, customer, order, ...bend }
    await sends(`A request with ${what}`, 'POST /', { form: signedByHand(JSON.stringify(request), shop.privateKey) })
  }
  await opens('An order that is there', { orderId: 'refused' })
  const other = { siteId: shop.site.id, customer, order: { ...order, amount: 1 } }
  await sends('The same order with another amount', 'POST /', {
    form: signedByHand(JSON.stringify(other), shop.privateKey),
  })
  await sends('A refusal in German', 'POST /?lang=de', { form: signedByHand(JSON.stringify(other), shop.privateKey) })
}

async function otherClients(tour: Tour): Promise<void> {
  const { sends, passes, shop } = tour
  const text = { siteId: String(shop.site.id), customer, order: { ...order, orderId: 'text', amount: '9.90' } }
  await sends('A client that writes numbers as text', 'POST /', {
    form: signedByHand(JSON.stringify(text), shop.privateKey),
  })
  const shown = { publicKey: `pk_test_${shop.site.id}`, customer, order: { ...order, orderId: 'shown' } }
  await sends('A client that signs with the key as it is shown', 'POST /', {
    form: signedByHand(JSON.stringify(shown), `sk_test_${shop.privateKey}`),
  })
  const flat = {
    amount: '12.50',
    backUrl: 'https://shop.example/back.php?secure_key=1',
    cardTransactionMode: 'authAndCapture',
    currency: 'EUR',
    'custom[0][billingcycle]': 'Monthly',
    'custom[original_invoice]': '12',
    description: 'Ana Pop - Invoice #12',
    email: 'ana@example.com',
    identifier: '_77',
    'item[0]': 'Hosting (1~2)',
    'item[1]': 'Domain',
    orderId: '41_1700000000',
    orderType: 'purchase',
    siteId: String(shop.site.id),
    'unitPrice[0]': '7.50',
    'unitPrice[1]': '5.00',
    'units[0]': '1',
    'units[1]': '1',
  }
  const checksum = createHmac('sha512', shop.privateKey).update(new URLSearchParams(flat).toString()).digest('base64')
  const page = await sends('A flat form of before 2019', 'POST /', { form: { ...flat, checksum } })
  await sends('The pay page of a flat form', `GET ${page.to}`)
  const paid = await pays(tour, 'A flat form is paid', page.to)
  await sends('The browser of a flat form is sent back', `GET ${paid.to}`)
  await sends('A flat form that was tampered with', 'POST /', { form: { ...flat, amount: '1.00', checksum } })
  await passes('Notifications of the flat form')
}

async function addresses({ sends }: Tour): Promise<void> {
  await sends('An unknown session', 'GET /checkout/1.abc')
  await sends('A payment in an unknown session', 'POST /checkout/1.abc/pay', { form: { attempt: '1' } })
  await sends('An unknown session is cancelled', 'POST /checkout/1.abc/cancel')
  await sends('A bank sends a shopper to an unknown session', 'POST /checkout/1.abc/challenge')
  await sends('A bank sends a shopper there by a link', 'GET /checkout/1.abc/challenge?payment_intent=pi_1')
  await sends('No return from an unknown session', 'GET /checkout/1.abc/return')
  await sends('The scripts of the pages', 'GET /checkout/scripts')
  await sends('Nothing is at an address of nothing', 'GET /nothing/here')
  await sends('Nothing can be posted to an address of nothing', 'POST /nothing')
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    await sends(`There is no ${method} of pages`, `${method} /checkout/1.abc`)
  await sends('An address that cannot be read', 'GET /checkout/%')
}

/** A site that takes no payments refuses them wherever they come from. */
async function switchedOff({ sends, calls, shop }: Tour): Promise<void> {
  const by = { actor: 'test', fromWhere: 'test' }
  const turn = (active: boolean) =>
    shop.world.app.directory.changeSite({ by, siteId: shop.site.id, changes: { active } })
  await turn(false)
  const request = { siteId: shop.site.id, customer, order: { ...order, orderId: 'off' } }
  await sends('A form of a site that is switched off', 'POST /', {
    form: signedByHand(JSON.stringify(request), shop.privateKey),
  })
  await calls('An order of a site that is switched off', 'POST /order', {
    form: { customerId: '1001', amount: '1', currency: 'EUR', orderType: 'purchase' },
  })
  await turn(true)
  await calls('A payout of a site that may not', 'POST /order', {
    form: {
      customerId: '1001',
      amount: '1',
      currency: 'EUR',
      orderType: 'credit',
      cardTransactionMode: 'credit',
      cardId: '1001',
    },
  })
}
