import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { openedByHand, postForm, signedByHand } from '../world/by-hand.ts'
import { longTest, sampled } from '../world/length.ts'
import { openShop } from '../world/shop.ts'
import { cardFields, fieldOf } from '../world/shopper.ts'

/**
 * The whole way of a payment as public clients walk it (wire facts 1 and 10): each signs its JSON in its own way, opens
 * what comes back in its own way, and checks it as its plugin does.
 */
const clients: Record<
  string,
  (siteId: number) => { json: string; key: (privateKey: string) => string; query: string }
> = {
  'the PHP sample': (siteId) => ({
    json: String.raw`{"siteId":${siteId},"customer":{"identifier":"php-1","firstName":"Ren\u00e9e","email":"ana@example.com"},"order":{"orderId":"php-1","type":"purchase","amount":9.9,"currency":"EUR","description":"P\u00e2ine"},"cardTransactionMode":"authAndCapture","invoiceEmail":"","customData":{"key1":"value","key2":"value"},"backUrl":"https:\/\/shop.example\/back.php?secure_key=1"}`,
    key: (privateKey) => privateKey,
    query: '',
  }),
  'the Python sample': (siteId) => ({
    json: `{"siteId": "${siteId}", "customer": {"identifier": "python-1", "email": "ana@example.com"}, "order": {"orderId": "python-1", "type": "purchase", "amount": 9.9, "currency": "EUR", "description": "Bread"}, "cardTransactionMode": "authAndCapture", "backUrl": "https://shop.example/back.php?secure_key=1"}`,
    key: (privateKey) => privateKey,
    query: '',
  }),
  'the Java sample': (siteId) => ({
    json: `{"backUrl":"https://shop.example/back.php?secure_key=1","cardTransactionMode":"authAndCapture","customer":{"email":"ana@example.com","identifier":"java-1"},"order":{"amount":9.90,"currency":"EUR","description":"Bread","orderId":"java-1","type":"purchase"},"siteId":${siteId}}`,
    key: (privateKey) => privateKey,
    query: '',
  }),
  'the Node SDK, which signs with the displayed key': (siteId) => ({
    json: `{"publicKey":"pk_test_${siteId}","saveCard":false,"customer":{"identifier":"node-1","email":"ana@example.com"},"order":{"orderId":"node-1","type":"purchase","amount":9.9,"currency":"EUR","description":"Bread"},"cardTransactionMode":"authAndCapture","backUrl":"https://shop.example/back.php?secure_key=1","url":"https://secure-stage.example"}`,
    key: (privateKey) => `sk_test_${privateKey}`,
    query: '',
  }),
  'a WooCommerce plugin': (siteId) => ({
    json: String.raw`{"siteId":"${siteId}","customer":{"identifier":"site1a2b3c4d_guest_66f","firstName":"Ana","lastName":"Pop","country":"RO","state":"","city":"Cluj","address":"Str. Lung\u0103 1","zipCode":"400000","phone":"+40712345678","email":"ana@example.com"},"order":{"orderId":"woo-1","type":"purchase","amount":"9.90","currency":"EUR","items":[{"item":"Bread","units":"2","unitPrice":"3.00"}]},"cardTransactionMode":"authAndCapture","invoiceEmail":"","backUrl":"https:\/\/shop.example\/back.php?secure_key=1"}`,
    key: (privateKey) => privateKey,
    query: '?lang=ro',
  }),
}

test.each(sampled(Object.keys(clients), 3))('%s: from its form to its OK', async (name) => {
  const shop = await openShop()
  const { http } = shop.world
  const { json, key, query } = clients[name]!(shop.site.id)
  const opened = await postForm(http, `/${query}`, signedByHand(json, key(shop.privateKey)))
  expect(opened.statusCode).toBe(303)
  const address = opened.headers.location ?? ''
  const page = await http.inject({ method: 'GET', url: address })
  const paid = await postForm(http, `${address}/pay`, { attempt: fieldOf(page.body, 'attempt'), ...cardFields({}) })
  const back = await http.inject({ method: 'GET', url: paid.headers.location ?? '' })
  await shop.world.runUntilIdle()

  const notified = shop.receiver.requests[0]!
  expect(notified).toMatchObject({ method: 'POST', path: '/ipn?shop=bakery' })
  const form = new URLSearchParams(notified.body)
  const sent = JSON.parse(json)
  for (const sealed of [form.get('opensslResult'), form.get('result'), fieldOf(back.body, 'opensslResult')]) {
    const payload = openedByHand(sealed ?? '', shop.privateKey)
    expect(payload).toBe(openedByHand(form.get('opensslResult') ?? '', shop.privateKey))
    checkAsPluginsDo(JSON.parse(payload), sent)
  }
  expect(back.body).toContain('action="https://shop.example/back.php?secure_key=1"')
})

test('a plugin that still posts the form of before 2019: from its form to its OK', async () => {
  const shop = await openShop()
  const { http } = shop.world
  const fields = {
    address: 'Str. Lungă 1, ap. 2',
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
    'orderTags[0]': 'hostingaccount',
    'orderTags[1]': 'domain',
    orderType: 'purchase',
    siteId: String(shop.site.id),
    'subTotal[0]': '7.50',
    'unitPrice[0]': '7.50',
    'unitPrice[1]': '5.00',
    'units[0]': '1',
    'units[1]': '1',
  }
  // The names stand in their order already. PHP escapes all that a browser escapes in a form.
  const query = new URLSearchParams(fields).toString()
  const checksum = createHmac('sha512', shop.privateKey).update(query).digest('base64')

  const opened = await postForm(http, '/', { ...fields, checksum })
  expect(opened.statusCode).toBe(303)
  const address = opened.headers.location ?? ''
  const page = await http.inject({ method: 'GET', url: address })
  expect(page.body).toContain('Hosting (1~2)')
  await postForm(http, `${address}/pay`, { attempt: fieldOf(page.body, 'attempt'), ...cardFields({}) })
  await shop.world.runUntilIdle()

  const sealed = new URLSearchParams(shop.receiver.requests[0]!.body).get('opensslResult') ?? ''
  expect(JSON.parse(openedByHand(sealed, shop.privateKey))).toMatchObject({
    transactionStatus: 'complete-ok',
    externalOrderId: '41_1700000000',
    identifier: '_77',
    amount: 12.5,
    customData: { 0: { billingcycle: 'Monthly' }, original_invoice: '12' },
  })
  const tampered = await postForm(http, '/', { ...fields, orderId: '42', amount: '1.00', checksum })
  expect(tampered.statusCode).toBe(400)
  expect(tampered.body).toContain('checksum')
})

// In small: nests four levels at the most when custom data nests one
longTest('the payload is what every decoder takes: four levels at most, strict base64, one comma', async () => {
  const shop = await openShop({ attemptsMax: 1 })
  const ana = await shop.sends({ customData: { deep: { value: '1' } }, amount: '0.05' })
  await ana.pays()
  await shop.world.runUntilIdle()
  const form = new URLSearchParams(shop.receiver.requests[0]!.body)
  const sealed = form.get('opensslResult') ?? ''
  expect(sealed).toMatch(/^[A-Za-z0-9+/]{22}==,(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)
  const payload: unknown = JSON.parse(openedByHand(sealed, shop.privateKey))
  expect(depthOf(payload)).toBeLessThanOrEqual(4)
  expect(payload).toMatchObject({ customData: { deep: { value: '1' } }, errors: [{ code: 837 }] })
})

// In small: whatever is sealed opens again with the key, and is never sealed the same way twice
longTest('each delivery is sealed anew, and says the same', async () => {
  const shop = await openShop()
  shop.receiver.answer({ status: 200, body: 'NOT OK' })
  await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
  await shop.world.pass({ minutes: 1 })
  const [first, second] = shop.receiver.requests.map(({ body }) => new URLSearchParams(body).get('opensslResult') ?? '')
  expect(first).not.toBe(second)
  expect(openedByHand(first!, shop.privateKey)).toBe(openedByHand(second!, shop.privateKey))
})

test('the golden checksums of the interface: seven bytes under both forms of a key', () => {
  const key = '0123456789abcdef0123456789abcdef'
  const of = (form: string) => createHmac('sha512', form).update('{"a":1}').digest('base64')
  expect(signedByHand('{"a":1}', key).checksum).toBe(of(key))
  expect(of(key)).toBe('T6nyMEvLyuMJR07iKoXZLi1/Q9DZXQC2cp466wYgcSwG4soJhDs52Cc8siedRgH6SEVDA7aTZVwNOfY3atUz6A==')
  expect(of(`sk_test_${key}`)).toBe(
    'tYBsPzb2n5BdyDbzrQnYT9IUpBnlx7qEUoCy++el2BUHJRaUDp+GG0rIP4BF+oRwVxoQXFhOxeZ3CAxF0E7MyQ==',
  )
})

type Sent = { customer: { identifier: string }; order: { orderId: string }; customData?: unknown }
/** What a plugin insists on before it answers OK (wire fact 1.8, the minimum). */
function checkAsPluginsDo(payload: Record<string, unknown>, { customer, order, customData }: Sent): void {
  expect(['complete-ok', 'in-progress']).toContain(payload.transactionStatus)
  expect(payload).toMatchObject({ identifier: customer.identifier, externalOrderId: order.orderId, amount: 9.9 })
  for (const field of ['orderId', 'transactionId', 'customerId', 'timestamp'])
    expect(Number.isSafeInteger(payload[field]), field).toBe(true)
  expect(payload.customData).toEqual(customData ?? null)
  expect(payload).not.toHaveProperty('errors')
}

/** Levels as PHP counts them: the object itself is one. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 1
