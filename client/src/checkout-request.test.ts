import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CheckoutRequest } from './checkout-fields.ts'
import { checkoutForm, signCheckoutRequest, signJson } from './checkout-request.ts'

const privateKey = '0123456789abcdef0123456789abcdef'
const request: CheckoutRequest = {
  siteId: 7,
  customer: { identifier: 'ada', email: 'ada@example.com' },
  order: { orderId: 'bread-1', type: 'purchase', amount: '12.50', currency: 'EUR', description: 'Bread' },
}
const signedText = (ask: CheckoutRequest): string =>
  Buffer.from(signCheckoutRequest({ privateKey, request: ask }).jsonRequest, 'base64').toString('utf8')
const withAmount = (amount: number | string): CheckoutRequest => ({
  order: { orderId: 'o', type: 'purchase', amount, currency: 'EUR' },
})

describe('the signature', () => {
  test('is the published golden vector', () => {
    expect(signJson({ privateKey, json: '{"a":1}' })).toEqual({
      jsonRequest: 'eyJhIjoxfQ==',
      checksum: 'T6nyMEvLyuMJR07iKoXZLi1/Q9DZXQC2cp466wYgcSwG4soJhDs52Cc8siedRgH6SEVDA7aTZVwNOfY3atUz6A==',
    })
  })

  test.each(['sk_test_', 'sk_live_'])('is the same for the displayed form of the key, %s', (prefix) => {
    expect(signCheckoutRequest({ privateKey: prefix + privateKey, request })).toEqual(
      signCheckoutRequest({ privateKey, request }),
    )
  })

  test('covers exactly the bytes that are sent, whatever the language they are in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (description) => {
        const { jsonRequest, checksum } = signCheckoutRequest({
          privateKey,
          request: { order: { orderId: 'o', type: 'purchase', amount: 1, currency: 'EUR', description } },
        })
        const bytes = Buffer.from(jsonRequest, 'base64')
        expect(createHmac('sha512', privateKey).update(bytes).digest('base64')).toBe(checksum)
        expect(JSON.parse(bytes.toString('utf8')).order.description).toBe(description)
      }),
    )
  })

  test.each(['', 'secret', privateKey.toUpperCase(), `${privateKey}0`, `pk_test_${privateKey}`, `${privateKey}\n`])(
    'is not made with what is not a key: %j',
    (notAKey) => {
      const sign = () => signCheckoutRequest({ privateKey: notAKey, request })
      expect(sign).toThrow('A private key is 32 hexadecimal characters')
      if (notAKey) expect(sign).not.toThrow(notAKey)
    },
  )
})

describe('amounts', () => {
  test.each([
    [12, '12.00'],
    [12.5, '12.50'],
    ['12.50', '12.50'],
    ['0', '0.00'],
    ['0.1', '0.10'],
    [0.29, '0.29'],
    ['9999999999999.99', '9999999999999.99'],
  ])('%j is written as %s', (amount, written) => {
    expect(signedText(withAmount(amount))).toContain(`"amount":${written},`)
  })

  test('an amount given as text keeps its digits, however large', () => {
    const amounts = fc.tuple(fc.bigInt({ min: 0n, max: 9_999_999_999_999n }), fc.integer({ min: 0, max: 99 }))
    fc.assert(
      fc.property(amounts, ([main, cents]) => {
        const text = `${main}.${String(cents).padStart(2, '0')}`
        expect(signedText(withAmount(text))).toContain(`"amount":${text},`)
      }),
    )
  })

  test.each([0.1 + 0.2, 1e21, Number.NaN, '12.505', '12,50', '1e3', '012.50', '', ' 1', '12345678901234'])(
    '%j is not an amount, and the error says which field it is in',
    (amount) => {
      expect(() => signedText(withAmount(amount))).toThrow('order.amount is not an amount of at most two decimals')
    },
  )

  test('of items, trials and shares are exact too', () => {
    const text = signedText({
      order: {
        orderId: 'box',
        type: 'recurring',
        intervalType: 'day',
        intervalValue: 7,
        amount: 18,
        trialAmount: '5',
        currency: 'EUR',
        items: [
          { item: 'Bread box', unitPrice: '20', units: 1 },
          { item: 'Discount', unitPrice: -2, units: 1 },
        ],
      },
      transactionOption: {
        splitPayment: {
          splitSchema: [{ toSite: 8, amount: 3, splitPayment: { splitSchema: [{ toSite: 9, amount: '1.5' }] } }],
        },
      },
    })
    expect(text).toContain('"amount":18.00,"trialAmount":5.00')
    expect(text).toContain('"unitPrice":20.00')
    expect(text).toContain('"unitPrice":-2.00')
    expect(text).toContain('{"toSite":8,"amount":3.00,"splitPayment":{"splitSchema":[{"toSite":9,"amount":1.50}]}}')
  })
})

describe('the request', () => {
  test('is plain JSON of what was given, without the fields that are absent', () => {
    const given = { ...request, saveCard: false, customData: { shop: 'Crumb & Co.', 'né "e"': '\u2028' } }
    const asked = JSON.parse(signedText({ ...given, invoiceEmail: undefined as never }))
    expect(asked).toEqual({ ...given, order: { ...request.order, amount: 12.5 } })
    expect(asked).not.toHaveProperty('invoiceEmail')
  })

  test('carries what is known of the browser in base64, as the checkout expects it', () => {
    const threeDSecureData = { browserLanguage: 'ro-RO', cardholderName: 'Ștefan' }
    const asked = JSON.parse(signedText({ ...request, threeDSecureData }))
    expect(JSON.parse(Buffer.from(asked.threeDSecureData, 'base64').toString('utf8'))).toEqual(threeDSecureData)
  })

  test.each([
    ['cardId', Number.NaN],
    ['customData', { when: 1n }],
    ['customData', { list: [undefined] }],
  ])('is refused when %s holds what JSON cannot hold', (field, value) => {
    expect(() => signedText({ ...request, [field]: value })).toThrow(
      new RegExp(`^${field}.* cannot be written as JSON`),
    )
  })
})

describe('the form', () => {
  const form = { checkoutUrl: 'https://secure.example', privateKey, request }

  test('posts the two signed fields to the checkout', () => {
    const { jsonRequest, checksum } = signCheckoutRequest({ privateKey, request })
    const page = checkoutForm(form)
    expect(page).toContain(
      '<form id="florin-checkout" action="https://secure.example/" method="post" accept-charset="UTF-8">',
    )
    expect(page).toContain(`<input type="hidden" name="jsonRequest" value="${jsonRequest}">`)
    expect(page).toContain(`<input type="hidden" name="checksum" value="${checksum}">`)
    expect(page).toContain('<button type="submit">Continue to payment</button>')
    expect(page).not.toContain('<script')
  })

  test('puts the language into the address, next to the parameters that are there already', () => {
    expect(checkoutForm({ ...form, checkoutUrl: 'https://secure.example/?theme=dark', language: 'ro' })).toContain(
      'action="https://secure.example/?theme=dark&amp;lang=ro"',
    )
  })

  test('submits itself on request, and keeps its button for browsers without script', () => {
    const page = checkoutForm({ ...form, autoSubmit: true, nonce: 'r4nd0m' })
    expect(page).toContain('<button type="submit">')
    expect(page).toContain('<script nonce="r4nd0m">document.getElementById(\'florin-checkout\').submit()</script>')
  })

  test('writes no text of others as markup', () => {
    const page = checkoutForm({ ...form, autoSubmit: true, buttonLabel: '<b>Pay</b> & "go"', nonce: '"><script>' })
    expect(page).toContain('&lt;b&gt;Pay&lt;/b&gt; &amp; &quot;go&quot;')
    expect(page).toContain('nonce="&quot;&gt;&lt;script&gt;"')
  })

  test.each(['javascript:alert(1)', 'data:text/html,hi', 'checkout'])('does not point to %s', (checkoutUrl) => {
    expect(() => checkoutForm({ ...form, checkoutUrl })).toThrow(TypeError)
  })
})
