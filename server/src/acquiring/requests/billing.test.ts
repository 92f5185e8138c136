import { expect, test } from 'vitest'
import { notes, problems, read, rules, subscription } from './test-request.ts'

const order = (changes: Record<string, unknown>) => read({ ...subscription, ...changes }).order
const wrong = (changes: Record<string, unknown>) => problems({ ...subscription, ...changes })
const withTrial = { 'order.trialAmount': 1 }

test('a recurring order has an interval', () => {
  expect(order({})).toMatchObject({
    type: 'recurring',
    interval: { unit: 'month', count: 1 },
    trialAmount: undefined,
    firstBillAt: undefined,
    retryPayment: undefined,
  })
  expect(order({ 'order.intervalType': 'day', 'order.intervalValue': '365' })).toMatchObject({
    interval: { unit: 'day', count: 365 },
  })
})

test.each<[string, unknown, string]>([
  ['intervalType', undefined, 'order.intervalType is required: day or month, for order.type recurring'],
  ['intervalType', 'year', 'order.intervalType must be one of day, month; it is "year"'],
  ['intervalType', 'Month', 'order.intervalType must be one of day, month'],
  ['intervalValue', '', 'order.intervalValue is required: a whole number from 1 to 365'],
  ['intervalValue', 0, 'order.intervalValue must be a whole number from 1 to 365; it is 0'],
  ['intervalValue', 366, 'order.intervalValue must be a whole number from 1 to 365; it is 366'],
  ['intervalValue', 1.5, 'order.intervalValue must be a whole number'],
  ['intervalValue', '1e1', 'order.intervalValue must be a whole number'],
  ['intervalValue', 'one', 'order.intervalValue must be a whole number'],
  ['trialAmount', 0, 'order.trialAmount must be greater than 0; leave it out when there is no trial'],
  ['trialAmount', '0.00', 'order.trialAmount must be greater than 0'],
  ['trialAmount', '1.005', 'order.trialAmount must be a number with at most two decimals'],
  ['trialAmount', '100000000000.00', 'order.trialAmount must be at most 99999999999.99'],
])('order.%s may not be %j', (name, value, problem) => {
  const found = wrong({ [`order.${name}`]: value })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(problem)
})

test('the trial amount is money of the order', () => {
  expect(order({ 'order.trialAmount': '1.00' }).trialAmount).toEqual({ minor: 100n, currency: 'EUR' })
  expect(order({ 'order.trialAmount': '99999999999.99' }).trialAmount?.minor).toBe(9_999_999_999_999n)
  expect(order({ 'order.trialAmount': '' }).trialAmount).toBeUndefined()
})

test('a managed order has a trial and retries, and no calendar', () => {
  const changes = {
    'order.type': 'managed',
    'order.trialAmount': 5,
    'order.retryPayment': 'P1D',
    'order.intervalType': 'month',
    'order.firstBillDate': 'whenever',
  }
  expect(read(changes).order).toMatchObject({
    type: 'managed',
    interval: undefined,
    trialAmount: { minor: 500n },
    firstBillAt: undefined,
    retryPayment: { text: 'P1D' },
  })
  expect(notes(changes)).toEqual([
    'order.intervalType is ignored, since order.type is managed',
    'order.firstBillDate is ignored, since order.type is managed',
  ])
})

test.each([
  ['2027-01-31T12:00:00+00:00', '2027-01-31T12:00:00Z', false],
  ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00Z', false],
  ['2027-01-31T12:00:00.123456+02:00', '2027-01-31T10:00:00.123Z', false],
  ['2027-01-31T12:00-0500', '2027-01-31T17:00:00Z', false],
  ['2027-01-31T12:00:00+02', '2027-01-31T10:00:00Z', false],
  ['2027-01-31 12:00:00+00:00', '2027-01-31T12:00:00Z', false],
  ['2027-01-31T12:00:00 02:00', '2027-01-31T10:00:00Z', false],
  ['2027-01-31', '2027-01-30T22:00:00Z', true],
  ['2027-07-01', '2027-06-30T21:00:00Z', true],
  ['2026-11-20T12:00:00.001Z', '2026-11-20T12:00:00.001Z', false],
])('a first bill date of %s is %s', (sent, at, dateOnly) => {
  const { firstBillAt } = order({ ...withTrial, 'order.firstBillDate': sent })
  expect(firstBillAt?.at.toString()).toBe(at)
  expect(firstBillAt?.dateOnly).toBe(dateOnly)
})

test('a plain date begins when the day begins, also where that is not midnight', () => {
  const { order } = read(
    { ...subscription, ...withTrial, 'order.firstBillDate': '2027-04-30' },
    { timeZone: 'Africa/Cairo' },
  )
  expect(order.firstBillAt?.at.toString()).toBe('2027-04-29T22:00:00Z')
})

test.each(['2020-10-02T12:00:00+00:00', rules.now.toString(), '2026-11-20'])(
  'a first bill date that has passed, %s, is accepted, noted and left out',
  (sent) => {
    const changes = { ...subscription, ...withTrial, 'order.firstBillDate': sent }
    expect(read(changes).order.firstBillAt).toBeUndefined()
    expect(notes(changes)).toEqual([
      'order.firstBillDate is not in the future, so the first regular billing falls one interval after the start',
    ])
  },
)

test.each([
  'tomorrow',
  '2027-02-30',
  '2027-02-30T12:00:00Z',
  '2027-01-31T25:00:00Z',
  '31.01.2027',
  '1769860800',
  '2027-01-31T12:00:00+99:00',
  '+002027-01-31T12:00:00Z',
])('a first bill date of %s is refused', (sent) => {
  expect(wrong({ ...withTrial, 'order.firstBillDate': sent })).toEqual([
    `order.firstBillDate must be an ISO 8601 date and time with an offset, such as 2031-01-31T12:00:00+00:00; it is "${sent}"`,
  ])
})

test('a first bill date needs a trial amount, unless it is the 0 of a plugin that means none', () => {
  expect(wrong({ 'order.firstBillDate': '2027-01-31' })).toEqual([
    'order.firstBillDate needs order.trialAmount, greater than 0',
  ])
  for (const none of ['0', 0, '', null]) {
    expect(order({ 'order.firstBillDate': none }).firstBillAt).toBeUndefined()
  }
})

test.each([
  ['P1D', ['P1D'], 'P1D'],
  ['P1D,P2D,P3D', ['P1D', 'P2D', 'P3D'], 'P1D,P2D,P3D'],
  ['PT1H, PT2H', ['PT1H', 'PT2H'], 'PT1H,PT2H'],
  ['p3d,P1W,P1DT12H,PT90M', ['P3D', 'P1W', 'P1DT12H', 'PT90M'], 'P3D,P1W,P1DT12H,PT90M'],
  ['P12M', ['P12M'], 'P12M'],
])('retries after %s are %j', (sent, waits, text) => {
  const { retryPayment } = order({ 'order.retryPayment': sent })
  expect(retryPayment?.waits.map(String)).toEqual(waits)
  expect(retryPayment?.text).toBe(text)
})

test.each([
  '1',
  'P',
  'PT',
  'P1D,',
  ',',
  'P0D',
  '-P1D',
  'P1.5D',
  'PT0H',
  'P367D',
  'P1Y1D',
  'P13M',
  'P1D;P2D',
  'P1DT',
  '3 days',
])('retries after %s are refused', (sent) => {
  expect(wrong({ 'order.retryPayment': sent })[0]).toContain(
    'order.retryPayment must be ISO 8601 durations of at most a year with commas between them, such as P1D,P3D,P7D; at most 30',
  )
})

test('there are at most thirty retries', () => {
  const list = (count: number) => Array.from({ length: count }, () => 'P1D').join(',')
  expect(order({ 'order.retryPayment': list(30) }).retryPayment?.waits).toHaveLength(30)
  expect(wrong({ 'order.retryPayment': list(31) })).toEqual([expect.stringContaining('; at most 30')])
})
