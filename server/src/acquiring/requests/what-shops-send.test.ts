import { expect, test } from 'vitest'
import { problems as problemsOf, read as readRequest, rules, subscription } from './test-request.ts'

/** Wire fact 12: what shop plugins send although the interface does not say so. */

const read = (changes: Record<string, unknown>) => readRequest(changes, { lenient: true })
const problems = (changes: Record<string, unknown>) => problemsOf(changes, { lenient: true })
const order = (changes: Record<string, unknown>) => read({ ...subscription, ...changes }).order

test.each([0, '0', '0.00', '0.0000'])(
  'a subscription with a trial amount of %j and a first bill date of 0 has neither',
  (trialAmount) => {
    for (const firstBillDate of ['0', 0, undefined]) {
      const sent = { 'order.trialAmount': trialAmount, 'order.firstBillDate': firstBillDate }
      expect(order(sent)).toMatchObject({ trialAmount: undefined, firstBillAt: undefined })
    }
  },
)

test('a real first bill date with a trial amount of 0 is refused with advice', () => {
  const sent = { ...subscription, 'order.trialAmount': 0, 'order.firstBillDate': '2027-01-31T12:00:00+00:00' }
  expect(problems(sent)).toEqual(['order.firstBillDate needs order.trialAmount, greater than 0'])
})

test.each([
  ['2026-12-25T10:00:00', '2026-12-25T08:00:00Z'],
  ['2027-07-25 10:00', '2027-07-25T07:00:00Z'],
])('a first bill date of %s, without an offset, is in the time zone of the site', (sent, at) => {
  expect(rules.timeZone).toBe('Europe/Bucharest')
  expect(order({ 'order.trialAmount': 1, 'order.firstBillDate': sent }).firstBillAt?.at.toString()).toBe(at)
})

const verify = { cardTransactionMode: 'verifyCard', 'order.amount': 0 }

test('a verification stores the card when the store does not say whether to', () => {
  expect(read(verify).saveCard).toBe(true)
  expect(read({ ...verify, 'order.saveCard': true, saveCard: false }).saveCard).toBe(true)
})

test('a verification with saveCard false is accepted and does not store the card', () => {
  expect(read({ ...verify, saveCard: false }).saveCard).toBe(false)
})

const cart = (amount: string, ...items: unknown[]) => ({
  'order.amount': amount,
  'order.items': items,
  'order.description': undefined,
})
const line = (unitPrice: unknown, units: unknown) => ({ item: 'Bread', unitPrice, units })

test.each<[unknown, unknown, { unitPrice: bigint; units: string; total: bigint }]>([
  ['1,234.56', 1, { unitPrice: 1_234_56n, units: '1', total: 1_234_56n }],
  ['1,234,567.89', '2', { unitPrice: 1_234_567_89n, units: '2', total: 2_469_135_78n }],
  [3.3333333333333335, 3, { unitPrice: 3_33n, units: '3', total: 10_00n }],
  ['-0.005', 1, { unitPrice: -1n, units: '1', total: -1n }],
  ['9.90', 0, { unitPrice: 9_90n, units: '0', total: 0n }],
  ['9.90', '0.123456', { unitPrice: 9_90n, units: '0.1235', total: 1_22n }],
])('an item of %j, %j times, is read and rounded where it is only shown', (unitPrice, units, expected) => {
  const [item] = read(cart('5.00', line(unitPrice, units))).order.items
  expect(item && { unitPrice: item.unitPrice.minor, units: item.units, total: item.total.minor }).toEqual(expected)
})

test('an item whose figures are no numbers is left out and noted; the order is taken', () => {
  const request = read(cart('5.00', line('5.00', 1), line('free', 1), line('1.00', 'some'), line('1,00.00', -1)))
  expect(request.order.items).toHaveLength(1)
  const rule = 'is not shown: its unitPrice and units must be numbers, such as 100.00 and 1'
  expect(request.notes).toEqual([1, 2, 3].map((index) => ({ field: `order.items[${index}]`, rule })))
})

test('an order of such items alone is described by their names', () => {
  expect(read(cart('5.00', line('free', 1), line('gift', 1))).order).toMatchObject({
    items: [],
    description: 'Bread, Bread',
  })
})

test('a percentage of VAT that is no number is not shown', () => {
  const percent = (vatPercent: unknown) =>
    read(cart('5.00', { ...line('5.00', 1), vatPercent })).order.items[0]?.vatPercent
  expect([percent('19%'), percent(-1), percent('19.000001'), percent(5.5)]).toEqual([undefined, undefined, '19', '5.5'])
})

test('with level 3 data the figures of items are read exactly', () => {
  const full = { ...line('1,234.56', 0), type: 'physical', code: 'BR-1', vatPercent: 9, itemDescription: 'Sourdough' }
  const sent = { ...cart('5.00', full), 'order.level3Airline': { ticketNumber: '8V32EU' } }
  expect(problems(sent)).toHaveLength(2)
})
