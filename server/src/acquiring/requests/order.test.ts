import { expect, test } from 'vitest'
import { formatMoney } from '#kernel/base/money.ts'
import { digits, notes, problems, read, refusalOf, subscription } from './test-request.ts'

const order = (changes: Record<string, unknown>) => read(changes).order
const verify = { cardTransactionMode: 'verifyCard', saveCard: true, 'order.amount': 0 }

test('a purchase is read', () => {
  expect(order({})).toEqual({
    externalId: 'order-1',
    type: 'purchase',
    amount: { minor: 100_00n, currency: 'EUR' },
    description: 'Bread',
    items: [],
    tags: [],
  })
})

test('the end of the page is a moment with an offset, and may have passed', () => {
  for (const sent of ['2031-01-31T12:00:00+02:00', '2001-01-31T12:00:00+02:00'])
    expect(order({ 'order.expiresAt': sent }).expiresAt).toEqual(Temporal.Instant.from(sent))
  expect(problems({ 'order.expiresAt': '2031-01-31' })).toEqual([
    'order.expiresAt must be an ISO 8601 date and time with an offset; it is "2031-01-31"',
  ])
  expect(problems({ 'order.expiresAt': 'soon' })).toHaveLength(1)
})

test('an order must be there', () => {
  expect(problems({ order: undefined })).toEqual(['order is required: an object that says what the shopper pays for'])
  expect(problems({ order: 'bread' })[0]).toContain('order must be an object')
  expect(problems({ order: {} })).toEqual([
    'order.orderId is required: your own number of the order: letters, digits and _ - .',
    'order.type is required: one of purchase, recurring, managed',
    'order.amount is required: a number with two decimals, such as 100.00',
    'order.currency is required: one of EUR, RON',
    'order.description is required when there are no order.items',
  ])
})

test('one problem does not hide another', () => {
  const wrong = ['orderId', 'type', 'amount', 'currency', 'level3Type', 'items', 'tags']
  const found = problems(Object.fromEntries(wrong.map((name) => [`order.${name}`, '?'])))
  expect(found.map((problem) => problem.split(' ')[0])).toEqual(wrong.map((name) => `order.${name}`))
  expect(problems({ 'order.orderId': undefined, 'order.tags': '?' })).toHaveLength(2)
})

test.each([
  ['100', '100.00'],
  ['100.5', '100.50'],
  ['100.50', '100.50'],
  ['0.01', '0.01'],
  ['100.5000', '100.50'],
  ['00100.00', '100.00'],
  ['9999999999999.99', '9999999999999.99'],
  ['0.29', '0.29'],
  ['1.15', '1.15'],
])('the amount %s, as a number or as text, is exactly %s', (written, expected) => {
  expect(formatMoney(order({ 'order.amount': digits(written) }).amount)).toBe(expected)
  expect(formatMoney(order({ 'order.amount': written }).amount)).toBe(expected)
})

test.each([
  '100.005',
  '0.001',
  '1e2',
  '1E2',
  '-1',
  '-0.01',
  '+1',
  '1,00',
  '1,000.00',
  ' 1',
  '1 000',
  '.5',
  '5.',
  '0x10',
  'NaN',
  'ten',
  '10000000000000.00',
  '1.0000000000000000000000000000000001',
])('the amount %s is refused', (written) => {
  expect(problems({ 'order.amount': written })).toEqual([
    `order.amount must be a number with at most two decimals, such as 100.00; it is "${written}"`,
  ])
})

test('the message shows a number as it was written', () => {
  expect(refusalOf(() => read({ 'order.amount': digits('100.005') })).message).toBe(
    'order.amount must be a number with at most two decimals, such as 100.00; it is 100.005.',
  )
})

test.each([[true], [['1']], [{ value: 1 }]])('an amount of %j is no amount', (value) => {
  expect(problems({ 'order.amount': value })[0]).toContain('order.amount must be a number')
})

test('an amount of zero is for verifyCard only, and verifyCard charges nothing and stores the card', () => {
  expect(read(verify)).toMatchObject({ mode: 'verifyCard', saveCard: true, order: { amount: { minor: 0n } } })
  expect(problems({ 'order.amount': 0 })[0]).toContain('order.amount must be at least 0.01')
  expect(problems({ ...verify, 'order.amount': 1 })).toEqual([
    'order.amount must be 0 with cardTransactionMode verifyCard, which charges nothing; it is 1',
  ])
})

test('a recurring order has something to charge, so it cannot only verify', () => {
  expect(problems({ ...verify, ...subscription })).toEqual([
    'order.type must be purchase or managed with cardTransactionMode verifyCard',
  ])
  expect(problems({ ...verify, 'order.type': 'managed', 'order.trialAmount': 5 })[0]).toContain(
    'order.trialAmount must be left out with cardTransactionMode verifyCard',
  )
})

test('the currency is one of the site', () => {
  expect(order({ 'order.currency': 'RON' }).amount.currency).toBe('RON')
  for (const currency of ['USD', 'JPY', 'eur', 978, '']) {
    const found = problems({ 'order.currency': currency })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^order\.currency (must be|is required:) one of EUR, RON/)
  }
  expect(problems({ 'order.currency': 'JPY' })).toEqual([
    'order.currency must be one of EUR, RON, the currencies of this site; it is "JPY"',
  ])
})

test.each<[unknown, string]>([
  ['A-1_b.C', 'A-1_b.C'],
  [17, '17'],
  ['x'.repeat(32), 'x'.repeat(32)],
])('order.orderId may be %j', (orderId, expected) => {
  expect(order({ 'order.orderId': orderId }).externalId).toBe(expected)
})

test.each<[unknown, string]>([
  ['x'.repeat(33), 'order.orderId may have at most 32 characters; it has 33'],
  ['a b', 'order.orderId must be your own number of the order'],
  ['a/b', 'order.orderId must be'],
  ['comandă', 'order.orderId must be'],
  ['1\n', 'order.orderId must not contain control characters'],
  ['', 'order.orderId is required'],
  [null, 'order.orderId is required'],
])('order.orderId may not be %j', (orderId, problem) => {
  expect(problems({ 'order.orderId': orderId })[0]).toContain(problem)
})

test('a payout is no matter of the payment page', () => {
  const rule = 'must not be credit: a payout is made through the API, by POST /order'
  expect(problems({ 'order.type': 'credit' })).toEqual([`order.type ${rule}`])
  expect(problems({ cardTransactionMode: 'credit' })).toEqual([`cardTransactionMode ${rule}`])
  expect(problems({ 'order.type': 'gift' })).toEqual([
    'order.type must be one of purchase, recurring, managed; it is "gift"',
  ])
})

test('a description may have several lines and 77,056 characters', () => {
  const long = `Bread\nMilk\t${'x'.repeat(77_056 - 11)}`
  expect(order({ 'order.description': long }).description).toBe(long)
  expect(problems({ 'order.description': `${long}x` })[0]).toContain('may have at most 77056 characters')
  expect(problems({ 'order.description': 'a\u0000b' })[0]).toContain('must not contain control characters')
})

test('fields that a purchase has no use for are ignored, whatever they hold, and noted', () => {
  const changes = {
    'order.intervalType': 'year',
    'order.intervalValue': 0,
    'order.firstBillDate': 'soon',
    'order.trialAmount': 0,
    'order.retryPayment': 'often',
  }
  expect(order(changes)).toEqual(order({}))
  expect(notes(changes)).toEqual(
    Object.keys(changes).map((field) => `${field} is ignored, since order.type is purchase`),
  )
})
