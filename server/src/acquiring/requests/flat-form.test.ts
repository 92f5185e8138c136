import qs from 'qs'
import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { checksumFits } from './checksum.ts'
import { findSiteId } from './envelope.ts'
import { readRequest } from './read-request.ts'
import type { CheckoutRequest } from './request.ts'
import { readSignedForm } from './signed-form.ts'
import { refusalOf, rules } from './test-request.ts'

// The form of before 2019 (wire fact 1.9), as PHP wrote and signed it: the checksums below were made by PHP itself.
const key = '0123456789abcdef0123456789abcdef'
const byLevel = 'T8ElqY4wGYJEfN1eZgSrPHtd+IjYZuerQ8Kqw8mmS/UEdL/4qVudn0XmLFwcwoYfjC5r3iamDg/MeLNMHiPWww=='
const byName = 'ISGbll6ktIJStBFfUHIL9WXYRYwP9JSGo8eCuHSTxJivjuLkWt+LrSlIFiVHLmBX2NGu5Y2WwGZhp9+UkB2GaQ=='
const fields = {
  siteId: '10722',
  identifier: '_77',
  orderType: 'purchase',
  orderId: '41_17',
  amount: '12.50',
  currency: 'EUR',
  email: 'ana@example.com',
  backUrl: 'https://shop.example/back.php?a=1&b=2',
  invoiceEmail: '',
  description: `Pâine & "rye" (1~2) 'fresh' 50%+!*`,
  'item[0]': 'Rye',
  'item[1]': 'Oat',
  'units[0]': '2',
  'units[1]': '1',
  'unitPrice[0]': '5.00',
  'unitPrice[1]': '2.50',
  'itemDescription[0]': 'dark',
  'itemDescription[1]': 'light',
  'customerTags[0]': 'vip',
  'orderTags[0]': 'a',
  'orderTags[1]': 'b',
  'custom[0][cycle]': 'Monthly',
  'custom[invoice]': '12',
  level3Type: 'airline',
  level3AirlineTicketNumber: '8V32EU',
  level3AirlinePassengerName: 'Ana Pop',
}
type Fields = Readonly<Record<string, string>>
/** The form as the HTTP server parses it. */
const posted = (form: Fields): unknown => qs.parse(new URLSearchParams(form).toString(), { arrayLimit: 500, depth: 6 })

function fits(form: Fields): boolean {
  const { signed, checksum } = readSignedForm(posted(form))
  return signed.some((text) => checksumFits(text, checksum, [new Secret(key)], false))
}

/** With level 3 data, items say everything. */
const completeItems = {
  'type[0]': 'physical',
  'type[1]': 'digital',
  'code[0]': 'r',
  'code[1]': 'o',
  'vatPercent[0]': '9',
  'vatPercent[1]': '19.5',
}

function asRead(form: Fields): CheckoutRequest {
  const unchecked = readSignedForm(posted({ ...completeItems, ...form })).read()
  expect(findSiteId(unchecked)).toBe(10722)
  return readRequest(unchecked, { ...rules, lenient: true })
}

test.each([
  ['level by level', byLevel],
  ['by its whole names', byName],
])('a form that is signed in the order of its names, %s, is its store’s own', (_, checksum) => {
  expect(fits({ ...fields, checksum })).toBe(true)
})

test('a change, an added field or a removed field breaks the signature', () => {
  const signed = { ...fields, checksum: byLevel }
  const { orderId: _, ...without } = signed
  expect(fits({ ...signed, amount: '1.50' })).toBe(false)
  expect(fits({ ...signed, 'custom[invoice]': '13' })).toBe(false)
  expect(fits({ ...signed, cardId: '7' })).toBe(false)
  expect(fits(without)).toBe(false)
})

test('it says what the JSON of today says', () => {
  expect(asRead({ ...fields, checksum: byName })).toMatchObject({
    customer: { identifier: '_77', email: 'ana@example.com', tags: ['vip'] },
    order: {
      externalId: '41_17',
      type: 'purchase',
      amount: { minor: 1250n, currency: 'EUR' },
      tags: ['a', 'b'],
      level3: { type: 'airline', ticketNumber: '8V32EU', passengerName: 'Ana Pop' },
    },
    backUrl: 'https://shop.example/back.php?a=1&b=2',
    customData: { 0: { cycle: 'Monthly' }, invoice: '12' },
  })
})

test('its items are lists side by side', () => {
  const { order } = asRead({ ...fields, checksum: byName })
  expect(order.items).toMatchObject([
    { name: 'Rye', description: 'dark' },
    { name: 'Oat', description: 'light' },
  ])
})

test('a subscription can be requested as well', () => {
  const billing = { orderType: 'recurring', intervalType: 'month', intervalValue: '6', trialAmount: '2.00' }
  const { order } = asRead({ ...fields, ...billing, checksum: byName })
  expect(order).toMatchObject({
    type: 'recurring',
    interval: { unit: 'month', count: 6 },
    trialAmount: { minor: 200n },
  })
})

test('without its checksum it is refused', () => {
  expect(refusalOf(() => readSignedForm(posted(fields)))).toMatchObject({
    code: 'form_incomplete',
    message: 'The form must have the field checksum, once.',
  })
})

test('more fields than a request may have are refused', () => {
  const refusal = refusalOf(() =>
    readSignedForm(posted({ ...fields, description: 'a'.repeat(300_000), checksum: byName })),
  )
  expect(refusal.code).toBe('request_too_large')
})
