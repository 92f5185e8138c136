import { expect, test } from 'vitest'
import { digits, problems, read } from './test-request.ts'

type Sent = Readonly<Record<string, unknown>>
const ofAmount = (amount: unknown, ...items: unknown[]) => ({
  'order.amount': amount,
  'order.items': items,
  'order.description': undefined,
})
const bread = (changes: Sent = {}) => ({ item: 'Bread', unitPrice: '2.50', units: '2', ...changes })
const full = { type: 'physical', code: 'BR-1', vatPercent: 9, itemDescription: 'Sourdough' }

test('items with a name, a price and units are enough, as the shop plugins send them', () => {
  expect(read(ofAmount('5.00', bread())).order).toMatchObject({
    description: undefined,
    items: [
      {
        name: 'Bread',
        unitPrice: { minor: 2_50n, currency: 'EUR' },
        units: '2',
        total: { minor: 5_00n, currency: 'EUR' },
        type: undefined,
        code: undefined,
        vatPercent: undefined,
        description: undefined,
      },
    ],
  })
})

test('all seven fields are read', () => {
  expect(read(ofAmount(5, bread(full))).order.items[0]).toMatchObject({
    type: 'physical',
    code: 'BR-1',
    vatPercent: '9',
    description: 'Sourdough',
  })
})

test.each<[string, unknown[], string]>([
  ['one line', [bread()], '5.00'],
  ['numbers', [bread({ unitPrice: 34.99, units: 1 }), bread({ unitPrice: 10.75, units: 200 })], '2184.99'],
  ['a discount', [bread(), bread({ item: 'Coupon', unitPrice: '-1.50', units: 1 })], '3.50'],
  ['a part of a unit', [bread({ unitPrice: '9.90', units: '0.3' })], '2.97'],
  [
    'parts that make whole cents together',
    [bread({ unitPrice: '0.99', units: 0.5 }), bread({ unitPrice: '0.99', units: '0.5' })],
    '0.99',
  ],
  [
    'what floats add up to 0.30000000000000004',
    [bread({ unitPrice: 0.1, units: 1 }), bread({ unitPrice: 0.2, units: 1 })],
    '0.30',
  ],
  ['trailing zeros', [bread({ unitPrice: digits('2.5000'), units: digits('2.000000') })], '5.00'],
])('%s add up', (_, items, amount) => {
  expect(read(ofAmount(amount, ...items)).order.items).toHaveLength(items.length)
})

test.each<[unknown, unknown[], string]>([
  ['5.01', [bread()], 'unit price times units comes to 5.00, order.amount is 5.01'],
  ['4.99', [bread()], 'unit price times units comes to 5.00, order.amount is 4.99'],
  [1, [bread({ unitPrice: '0.33', units: 3 })], 'comes to 0.99, order.amount is 1.00'],
  ['3.00', [bread({ unitPrice: '9.99', units: '0.3' })], 'comes to 2.997, order.amount is 3.00'],
  ['5.00', [bread({ unitPrice: '-2.50' })], 'comes to -5.00, order.amount is 5.00'],
])('an amount of %s is refused when the items do not add up to it', (amount, items, problem) => {
  const found = problems(ofAmount(amount, ...items))
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(`order.items must add up to order.amount: `)
  expect(found[0]).toContain(problem)
})

test('a site may be exempt from items that add up; the developer still gets a note', () => {
  const request = read(ofAmount('25.00', bread()), { lenient: true })
  expect(request.order.amount.minor).toBe(25_00n)
  expect(request.notes).toEqual([
    {
      field: 'order.items',
      rule: 'must add up to order.amount: unit price times units comes to 5.00, order.amount is 25.00',
    },
  ])
})

test('the total of a line is rounded to the nearest cent, halves away from zero', () => {
  const halves = [bread({ unitPrice: '0.05', units: '0.5' }), bread({ unitPrice: '-0.05', units: '0.5' })]
  const { items } = read(ofAmount('5.00', bread(), ...halves)).order
  expect(items.map((item) => item.total.minor)).toEqual([5_00n, 3n, -3n])
})

test.each<[string, unknown, string]>([
  ['units', 0, 'units must be a number greater than zero with at most four decimals, such as 1 or 2.5; it is 0'],
  ['units', '0.0000', 'units must be'],
  ['units', -1, 'units must be'],
  ['units', '0.12345', 'units must be'],
  ['units', '1e3', 'units must be'],
  ['units', 'two', 'units must be'],
  ['units', '', 'units is required: how many units are sold, such as 1'],
  ['unitPrice', undefined, 'unitPrice is required: the price of one unit, such as 100.00'],
  [
    'unitPrice',
    '2.505',
    'unitPrice must be a number with at most two decimals, such as 100.00 or, for a discount, -5.00',
  ],
  ['unitPrice', '1,250.00', 'unitPrice must be'],
  ['unitPrice', '--1', 'unitPrice must be'],
  ['item', undefined, 'item is required: the name of the item'],
  ['item', 'x'.repeat(513), 'item may have at most 512 characters; it has 513'],
  ['type', 'service', 'type must be one of physical, digital; it is "service"'],
  ['code', 'x'.repeat(65), 'code may have at most 64 characters; it has 65'],
  ['vatPercent', -1, 'vatPercent must be a number of zero or more'],
  ['vatPercent', '19%', 'vatPercent must be'],
  ['itemDescription', 'x'.repeat(501), 'itemDescription may have at most 500 characters; it has 501'],
])('%s may not be %j', (name, value, problem) => {
  const found = problems(ofAmount('5.00', bread({ [name]: value })))
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(`order.items[0].${problem}`)
})

test.each<[string, unknown, string]>([
  ['vatPercent', 19, '19'],
  ['vatPercent', '5.50', '5.5'],
  ['vatPercent', 0, '0'],
  ['units', digits('2.0'), '2'],
  ['units', '002', '2'],
])('%s may be %j, and is %s', (name, value, expected) => {
  expect(read(ofAmount('5.00', bread({ [name]: value }))).order.items[0]).toHaveProperty(name, expected)
})

test('there is at least one item when items are sent, at most 500, and each is an object', () => {
  const many = (count: number) => Array.from({ length: count }, () => bread({ unitPrice: 1, units: 1 }))
  expect(read(ofAmount(500, ...many(500))).order.items).toHaveLength(500)
  expect(problems(ofAmount(501, ...many(501)))).toEqual(['order.items may have at most 500 entries; it has 501'])
  expect(problems(ofAmount(5))).toEqual(['order.items must have at least one item when it is sent'])
  expect(problems(ofAmount(5, 'bread'))[0]).toContain('order.items[0] must be an object with item, unitPrice and units')
  expect(problems({ 'order.items': { item: 'Bread' } })).toEqual([
    'order.items must be a list of items; it is an object',
  ])
})

test('an order may have both items and a description', () => {
  const { order } = read({ ...ofAmount('5.00', bread()), 'order.description': 'Two loaves' })
  expect(order).toMatchObject({ description: 'Two loaves', items: [{ name: 'Bread' }] })
})

test('level 3 data needs no more of the items: a description is enough, or the four fields that are published', () => {
  const level3 = { 'order.level3Airline': { ticketNumber: '8V32EU' } }
  const four = { item: 'Bread', unitPrice: 2.5, units: 2, type: 'physical' }
  expect(read({ ...ofAmount('5.00', bread(full)), ...level3 }).order.level3?.type).toBe('airline')
  expect(read({ ...ofAmount('5.00', four), ...level3 }).order).toMatchObject({ level3: { type: 'airline' } })
  expect(read(level3).order).toMatchObject({ description: 'Bread', level3: { ticketNumber: '8V32EU' } })
})
