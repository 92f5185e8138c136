import { expect, test } from 'vitest'
import { digits, problems, read, refusalOf } from './test-request.ts'

test('a plain purchase needs a customer and an order; everything else has a meaning when it is absent', () => {
  expect(read()).toMatchObject({
    customer: { identifier: 'customer-7', email: 'ana@example.com' },
    order: { externalId: 'order-1' },
    mode: 'authAndCapture',
    saveCard: false,
    storedCardId: undefined,
    backUrl: undefined,
    invoiceEmail: undefined,
    customData: undefined,
    threeDSecure: undefined,
    transactionOption: undefined,
    notes: [],
  })
})

test('the first problem is the message, and the details list all of them in the order of reading', () => {
  const changes = {
    'customer.email': 'x',
    'order.amount': '1.005',
    'order.currency': 'JPY',
    backUrl: 'javascript:alert(1)',
  }
  const refusal = refusalOf(() => read(changes))
  expect(refusal).toMatchObject({
    kind: 'invalid',
    code: 'invalid_request',
    field: 'customer.email',
    message: 'customer.email must be an e-mail address, such as ana@example.com; it is "x".',
  })
  expect(problems(changes).map((problem) => problem.split(' ')[0])).toEqual([
    'customer.email',
    'order.amount',
    'order.currency',
    'backUrl',
  ])
})

test('a hundred problems are listed, and no more', () => {
  const items = Array.from({ length: 500 }, () => ({}))
  expect(problems({ 'order.items': items })).toHaveLength(100)
})

test('a message shows little of what was sent, and nothing that could be a card number', () => {
  const [found] = problems({ 'customer.email': `4111111111111111 ${'x'.repeat(80)}` })
  expect(found).not.toContain('4111111111111111')
  expect(found).toContain('411111******1111')
  expect(found?.length).toBeLessThan(170)
})

test('unknown fields are ignored, at every level', () => {
  const unknown = { url: 'https://secure.example', 'customer.age': 40, 'order.colour': 'red', 'order.backUrl': 5 }
  expect(read(unknown)).toEqual(read())
})

test.each([
  ['auth', 'auth'],
  ['authAndCapture', 'authAndCapture'],
  ['', 'authAndCapture'],
  [null, 'authAndCapture'],
])('cardTransactionMode %j is %s', (sent, mode) => {
  expect(read({ cardTransactionMode: sent }).mode).toBe(mode)
})

test('another cardTransactionMode is refused', () => {
  expect(problems({ cardTransactionMode: 'capture' })).toEqual([
    'cardTransactionMode must be one of auth, authAndCapture, verifyCard; it is "capture"',
  ])
})

test.each([true, 1, '1', 'true', 'TRUE', 'yes'])('saveCard %j is yes, on top and in the order', (sent) => {
  expect(read({ saveCard: sent }).saveCard).toBe(true)
  expect(read({ 'order.saveCard': sent }).saveCard).toBe(true)
  expect(read({ saveCard: false, 'order.saveCard': sent }).saveCard).toBe(true)
})

test.each([false, 0, '0', 'false', 'no', '', null])('saveCard %j is no', (sent) => {
  expect(read({ saveCard: sent, 'order.saveCard': sent }).saveCard).toBe(false)
})

test.each([2, 'maybe', [], {}])('saveCard %j is refused', (sent) => {
  expect(problems({ saveCard: sent })[0]).toContain('saveCard must be true or false')
})

test.each<[unknown, bigint | undefined]>([
  [1001, 1001n],
  ['1001', 1001n],
  ['99999999999', 99_999_999_999n],
  ['', undefined],
  [null, undefined],
])('cardId %j is %s', (sent, id) => {
  expect(read({ cardId: sent }).storedCardId).toBe(id)
})

test.each([0, -1, 1.5, 'visa', '100000000000', '01', true])('cardId %j is refused', (sent) => {
  expect(problems({ cardId: sent })[0]).toContain('cardId must be the cardId of a stored card, such as 1001')
})

test.each([
  'http://localhost:3000/back',
  'https://shop.example/?wc-api=back&secure_key=a%20b#top',
  'HTTPS://SHOP.EXAMPLE/',
  'https://mañana.example/ñ',
  `https://shop.example/?${'x'.repeat(2026)}`,
])('backUrl %s is kept as it is', (sent) => {
  expect(read({ backUrl: sent }).backUrl).toBe(sent)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)//https://shop.example',
  'data:text/html,hi',
  'ftp://shop.example',
  '//shop.example/back',
  '/back',
  'shop.example',
  'https://',
  'https:///',
  'https://shop.example/a b',
  'https://shop.example:99999/',
  ' https://shop.example/',
])('backUrl %s is refused', (sent) => {
  expect(problems({ backUrl: sent })).toEqual([
    `backUrl must be an http or https address, such as https://shop.example/back; it is "${sent}"`,
  ])
})

test('a backUrl with a control character or of more than 2,048 characters is refused', () => {
  expect(problems({ backUrl: 'https://shop.example/\n' })).toEqual(['backUrl must not contain control characters'])
  expect(problems({ backUrl: `https://shop.example/?${'x'.repeat(2028)}` })).toEqual([
    'backUrl may have at most 2048 characters; it has 2050',
  ])
})

test('the invoice may go to another address, and plugins send an empty one', () => {
  expect(read({ invoiceEmail: 'books@example.com' }).invoiceEmail).toBe('books@example.com')
  expect(read({ invoiceEmail: '' }).invoiceEmail).toBeUndefined()
  expect(problems({ invoiceEmail: 'books' })[0]).toContain('invoiceEmail must be an e-mail address')
  expect(problems({ invoiceEmail: `${'b'.repeat(150)}@example.com` })[0]).toContain('invoiceEmail may have at most 150')
})

const split = (toSite: unknown, amount: unknown, more: Record<string, unknown> = {}) => ({ toSite, amount, ...more })
const optionOf = (...shares: unknown[]) => ({ transactionOption: { splitPayment: { splitSchema: shares } } })

test('a transaction option is an object, or the JSON text of one', () => {
  const option = {
    isSoftDecline: 'yes',
    subMerchantId: 17,
    splitPayment: { splitSchema: [split(10001, '60.00', { description: 'Room' }), split('10002', 40)] },
  }
  const expected = {
    isSoftDecline: true,
    subMerchantId: '17',
    splits: [
      { toSite: 10001, amount: { minor: 60_00n, currency: 'EUR' }, description: 'Room', splits: [] },
      { toSite: 10002, amount: { minor: 40_00n, currency: 'EUR' }, splits: [] },
    ],
  }
  expect(read({ transactionOption: option }).transactionOption).toEqual(expected)
  expect(read({ transactionOption: JSON.stringify(option) }).transactionOption).toEqual(expected)
  expect(read({ transactionOption: {} }).transactionOption).toBeUndefined()
  expect(read({ transactionOption: [] }).transactionOption).toBeUndefined()
})

test('a share can be split again, three levels deep', () => {
  const inside = (levels: number): Record<string, unknown> =>
    levels === 0 ? {} : { splitPayment: { splitSchema: [split(10001, 1, inside(levels - 1))] } }
  expect(read({ transactionOption: inside(3) }).transactionOption?.splits[0]?.splits[0]?.splits).toHaveLength(1)
  expect(problems({ transactionOption: inside(4) })[0]).toContain('may be nested 3 levels deep at most')
})

test.each<[string, Record<string, unknown>, string]>([
  [
    'more than the amount',
    optionOf(split(1, 60), split(2, '40.01')),
    'splitSchema must not add up to more than what is split: 100.01 of 100.00',
  ],
  ['no amount', optionOf(split(1, undefined)), 'splitSchema[0].amount is required'],
  [
    'a third decimal',
    optionOf(split(1, digits('1.005'))),
    'splitSchema[0].amount must be a number with at most two decimals',
  ],
  ['no site', optionOf(split(0, 1)), 'splitSchema[0].toSite must be a whole number from 1'],
  ['no object', optionOf(5), 'splitSchema[0] must be an object with toSite and amount'],
  ['no list', { transactionOption: { splitPayment: { all: true } } }, 'splitSchema is required: a list of shares'],
  ['51 shares', optionOf(...Array.from({ length: 51 }, () => split(1, 1))), 'may have at most 50 entries'],
  ['no JSON', { transactionOption: 'yes' }, 'transactionOption must be an object; it is "yes"'],
  ['a wrong yes', { transactionOption: { isSoftDecline: 'sometimes' } }, 'isSoftDecline must be true or false'],
])('a transaction option with %s is refused', (_, changes, problem) => {
  const found = problems(changes)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(problem)
})

test('a digital wallet is its type and its token, unread', () => {
  const walletOf = (digitalWallet: object) => read({ transactionOption: { digitalWallet } }).transactionOption
  const { digitalWallet } = walletOf({ walletType: 'GooglePay', data: { token: 'x' } })!
  expect(digitalWallet).toEqual({ type: 'googlePay', token: { token: 'x' } })
  const refused = { transactionOption: { digitalWallet: { walletType: 'paypal', data: '' } } }
  expect(problems(refused)).toEqual([
    'transactionOption.digitalWallet.walletType must be applePay or googlePay; it is "paypal"',
    'transactionOption.digitalWallet.data must be the token, as the wallet returned it',
  ])
})
