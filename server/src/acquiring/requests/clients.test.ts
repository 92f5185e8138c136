import { createHmac } from 'node:crypto'
import { signCheckoutRequest } from '@florin/client'
import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { checksumFits } from './checksum.ts'
import { findSiteId, readEnvelope, readJson } from './envelope.ts'
import { readRequest } from './read-request.ts'
import type { CheckoutRequest } from './request.ts'
import { rules } from './test-request.ts'

// What public clients send, in their own way of writing JSON (wire facts 1.1 to 1.5). None of it may be refused.
const key = '0123456789abcdef0123456789abcdef'

/** The whole way of a request: from the text that a client signs to the value that is read. */
function asPosted(json: string, signedWith = key): CheckoutRequest {
  const form = {
    jsonRequest: Buffer.from(json).toString('base64'),
    checksum: createHmac('sha512', signedWith).update(json).digest('base64'),
  }
  return asRead(form)
}

function asRead(form: { jsonRequest: string; checksum: string }): CheckoutRequest {
  const { json, text, checksum } = readEnvelope(form)
  const unchecked = readJson(text)
  expect(checksumFits(json, checksum, [new Secret(key)], false)).toBe(true)
  expect(findSiteId(unchecked)).toBe(10722)
  return readRequest(unchecked, { ...rules, currencies: ['EUR', 'RON', 'USD'] })
}

const items = `[{"item":"Yearly plan","unitPrice":34.99,"units":1,"type":"digital","code":"xyz","vatPercent":19,
  "itemDescription":"Yearly plan"},{"item":"Tokens","unitPrice":10.75,"units":200,"type":"digital","code":"abc",
  "vatPercent":19,"itemDescription":"Tokens"}]`

test('the PHP sample: escaped slashes and letters, a date of 2020, level 3 without its type', () => {
  const request =
    asPosted(String.raw`{"siteId":10722,"customer":{"identifier":"external-user","firstName":"Ren\u00e9e ",
    "lastName":"Doe","country":"US","state":"NY","city":"New York","address":"1st Street","zipCode":"11222",
    "phone":"0012120000000","email":"renee@example.com","tags":["customer_tag_1","customer_tag_2"]},
    "order":{"orderId":"external-order","type":"recurring","amount":2184.99,"currency":"USD","items":${items},
    "tags":["tag_1"],"intervalType":"month","intervalValue":1,"trialAmount":1,
    "firstBillDate":"2020-10-02T12:00:00+00:00","level3Airline":{"ticketNumber":"8V32EU","passengerName":"Ren\u00e9e Doe",
    "flightNumber":"SQ619","departureDate":"2020-02-05T14:13:00+02:00","departureAirportCode":"KIX",
    "arrivalAirportCode":"OTP","carrierCode":"An Airline","travelAgencyCode":"19NOV05","travelAgencyName":"Elite"}},
    "cardTransactionMode":"authAndCapture","cardId":1,"invoiceEmail":"books@example.com",
    "backUrl":"http:\/\/shop.example\/back?a=1","customData":{"key1":"value","key2":"value"}}`)
  expect(request).toMatchObject({
    customer: { firstName: 'Renée ', state: 'NY' },
    order: { amount: { minor: 2184_99n }, trialAmount: { minor: 1_00n }, level3: { type: 'airline' } },
    storedCardId: 1n,
    backUrl: 'http://shop.example/back?a=1',
    customData: { key1: 'value', key2: 'value' },
  })
  expect(request.order.firstBillAt).toBeUndefined()
  expect(request.notes.map(({ field }) => field)).toEqual(['order.firstBillDate'])
})

test('the Python sample: a space after each colon and comma', () => {
  const { customer, order } = asPosted(
    '{"siteId": 10722, "customer": {"identifier": "user", "email": "ana@example.com"}, "order": {"orderId": "o-1", ' +
      '"type": "purchase", "amount": 100.0, "currency": "EUR", "description": "P\\u00e2ine"}, "backUrl": null}',
  )
  expect(customer?.identifier).toBe('user')
  expect(order).toMatchObject({ amount: { minor: 100_00n }, description: 'Pâine' })
})

test('the Java sample: any order of keys, and an empty level 3 object with its fields beside it', () => {
  const { order } = asPosted(`{"customData":{"key1":"value"},"order":{"level3Airline":{},"ticketNumber":"8V32EU",
    "items":${items},"amount":2184.99,"orderId":"external-order","type":"purchase","currency":"USD"},
    "cardTransactionMode":"authAndCapture","customer":{"email":"ana@example.com","identifier":"user"},"siteId":10722}`)
  expect(order.level3).toBeUndefined()
})

test('the .NET sample: escaped pluses, decimals with their scale, both level 3 objects and the type that counts', () => {
  const { customer, order } = asPosted(String.raw`{"siteId":10722,"customer":{"identifier":"user",
    "email":"ana\u002Bshop@example.com","phone":"\u002B40712345678"},"order":{"orderId":"o-1","type":"purchase",
    "amount":2184.9900,"currency":"USD","items":${items},"level3Type":"tourism","level3Airline":{"ticketNumber":"8V32EU"},
    "level3Tourism":{"tourNumber":"8V32EU","travellerName":"Ana","departureDate":"2020-02-05T14:13:00\u002B02:00",
    "returnDate":"2020-02-06T14:13:00\u002B02:00","travelAgencyCode":"19NOV05","travelAgencyName":"Elite"}}}`)
  expect(customer).toMatchObject({ email: 'ana+shop@example.com', phone: '+40712345678' })
  expect(order).toMatchObject({ amount: { minor: 2184_99n }, level3: { type: 'tourism', tourNumber: '8V32EU' } })
})

test('a WooCommerce order: texts for numbers, a number for the identifier, three fields an item, empty texts', () => {
  const request = asPosted(String.raw`{"siteId":"10722","customer":{"identifier":42,"firstName":"Ana","lastName":"",
    "country":"RO","city":"Cluj","address":"","zipCode":"400001","phone":"+40712345678","email":"ana@example.com"},
    "order":{"orderId":"1017","type":"purchase","amount":"121.00","currency":"RON","items":[
    {"item":"Caf\u00e9","units":2,"unitPrice":"60.50"}]},"cardTransactionMode":"authAndCapture","invoiceEmail":"",
    "backUrl":"https:\/\/shop.example\/confirmation\/?secure_key=0f"}`)
  expect(request).toMatchObject({
    customer: { identifier: '42', address: undefined },
    order: { externalId: '1017', amount: { minor: 121_00n, currency: 'RON' } },
    invoiceEmail: undefined,
    backUrl: 'https://shop.example/confirmation/?secure_key=0f',
  })
})

test.each([
  ['a trial that ends on a day', '"trialAmount":"5","firstBillDate":"2027-01-15"', '2027-01-14T22:00:00Z'],
  ['a fee without a trial period', '"trialAmount":"5","firstBillDate":"0"', undefined],
])('a WooCommerce subscription with %s', (_, fields, firstBillAt) => {
  const { order } = asPosted(`{"siteId":"10722","customer":{"identifier":42,"email":"ana@example.com","phone":""},
    "order":{"orderId":"1018_1700000000","type":"recurring","amount":"20.00","currency":"EUR","intervalType":"month",
    "intervalValue":"12","description":"12 month subscription Tea",${fields}},"cardTransactionMode":"authAndCapture",
    "invoiceEmail":"","backUrl":"https://shop.example/?a=b"}`)
  expect(order).toMatchObject({ interval: { unit: 'month', count: 12 }, trialAmount: { minor: 5_00n } })
  expect(order.firstBillAt?.at.toString()).toBe(firstBillAt)
})

test('a Magento order: an identifier with a date, the carriage as an item of its own', () => {
  const { customer, order } = asPosted(`{"siteId":"10722","customer":{"identifier":"p_17_20260102030405",
    "firstName":"Ana","lastName":"Pop","country":"RO","city":"Cluj","address":"Street 1, Floor 2","zipCode":"400001",
    "phone":"+0712345678","email":"ana@example.com"},"order":{"orderId":"000000017","type":"purchase","amount":"59.00",
    "currency":"RON","items":[{"item":"Tea","units":3,"unitPrice":"15.00"},{"item":"Transport","units":1,
    "unitPrice":"14.00"}]},"cardTransactionMode":"authAndCapture","invoiceEmail":"","backUrl":"https://shop.example/b"}`)
  expect(customer?.phone).toBe('+0712345678')
  expect(order.items).toHaveLength(2)
})

test('a PrestaShop order: tags with dots, prices as numbers', () => {
  const { order } = asPosted(`{"customer":{"identifier":"_17","firstName":"Ana","lastName":"Pop","country":"RO",
    "city":"Cluj","zipCode":"400001","address":"Street 1","phone":"0712345678","email":"ana@example.com"},
    "order":{"orderId":"17_1700000000","type":"purchase","amount":29.9,"tags":["prestashop","PS_1.7.6.5"],
    "currency":"EUR","items":[{"item":"Tea","units":1,"unitPrice":29.9}]},"cardTransactionMode":"authAndCapture",
    "invoiceEmail":"","backUrl":"https://shop.example/b","siteId":"10722"}`)
  expect(order.tags).toEqual(['prestashop', 'PS_1.7.6.5'])
})

test('a plugin that sends the public key alone, and letters and slashes as they are', () => {
  const { customer, backUrl } =
    asPosted(`{"publicKey":"pk_test_10722","customer":{"identifier":42,"email":"ana@example.com",
    "firstName":"Ștefan"},"order":{"orderId":1019,"type":"purchase","amount":"10.00","currency":"EUR",
    "description":"Comanda #1019"},"cardTransactionMode":"authAndCapture","backUrl":"https://shop.example/wc-api/back/"}`)
  expect(customer?.firstName).toBe('Ștefan')
  expect(backUrl).toBe('https://shop.example/wc-api/back/')
})

test('a newer plugin: the public key in the place of the siteId, an identifier of site and guest', () => {
  const { customer } = asPosted(`{"siteId":"pk_test_10722","customer":{"identifier":"site0a1b2c3d_guest_65f0a1b2c3d4e",
    "email":"ana@example.com"},"order":{"orderId":"1020","type":"purchase","amount":"10.00","currency":"EUR",
    "description":"Order"},"saveCard":false}`)
  expect(customer?.identifier).toBe('site0a1b2c3d_guest_65f0a1b2c3d4e')
})

test('the TypeScript clients: siteId and publicKey, a stray url, an interval as text, custom data as text', () => {
  const request = asPosted(`{"siteId":10722,"publicKey":"pk_test_10722","url":"https://secure.example","saveCard":false,
    "customer":{"identifier":"user","email":"ana@example.com"},"order":{"orderId":"o-1","type":"recurring","amount":10,
    "currency":"EUR","description":"Plan","intervalType":"month","intervalValue":"1","retryPayment":"PT1H,PT2H"},
    "cardTransactionMode":"authAndCapture","backUrl":"http://localhost:3000/","customData":"{\\"cart\\":1}"}`)
  expect(request).toMatchObject({ saveCard: false, customData: '{"cart":1}', order: { interval: { count: 1 } } })
})

test('the Node client signs with the key as it is displayed', () => {
  const json =
    '{"siteId":10722,"customer":{"identifier":"cardOnlyFlow","email":"ana@example.com"},"order":{"orderId":"o-1",' +
    '"type":"purchase","amount":0,"currency":"EUR","description":"Card"},"cardTransactionMode":"verifyCard","saveCard":1}'
  expect(asPosted(json, `sk_test_${key}`)).toMatchObject({ mode: 'verifyCard', saveCard: true })
})

test('our own client: what it signs is read back', () => {
  const form = signCheckoutRequest({
    privateKey: `sk_test_${key}`,
    request: {
      publicKey: 'pk_test_10722',
      customer: { identifier: 'user', email: 'ana@example.com' },
      order: {
        orderId: 'o-1',
        type: 'managed',
        amount: 100,
        trialAmount: '1.5',
        currency: 'EUR',
        items: [{ item: 'Plan', unitPrice: '100', units: 1 }],
      },
      threeDSecureData: { browserTZ: '-120', homePhone: { cc: '40', subscriber: '712345678' } },
      transactionOption: { splitPayment: { splitSchema: [{ toSite: 10001, amount: 40 }] }, isSoftDecline: 'yes' },
      customData: { order: { gift: 'yes' } },
    },
  })
  expect(asRead(form)).toMatchObject({
    order: { type: 'managed', amount: { minor: 100_00n }, trialAmount: { minor: 1_50n }, items: [{ name: 'Plan' }] },
    threeDSecure: { browser: { timeZoneOffsetMinutes: -120 }, homePhone: { countryCode: '40' } },
    transactionOption: { isSoftDecline: true, splits: [{ toSite: 10001, amount: { minor: 40_00n } }] },
    customData: { order: { gift: 'yes' } },
  })
})
