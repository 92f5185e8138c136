import { describe, expect, test } from 'vitest'
import { readFutureDate, readTerms, type UncheckedTerms } from './terms.ts'

const now = Temporal.Instant.from('2026-05-04T10:00:00Z')
const rules = {
  currencies: ['EUR', 'RON'] as const,
  timeZone: 'Europe/Bucharest',
  mode: 'authAndCapture' as const,
  now,
}
const monthly = {
  orderType: 'recurring',
  amount: '9.90',
  currency: 'EUR',
  intervalType: 'month',
  intervalValue: '1',
} satisfies UncheckedTerms

const problemOf = (unchecked: UncheckedTerms, changed: Partial<typeof rules> | { mode: 'verifyCard' } = {}) => {
  try {
    return readTerms(unchecked, { ...rules, ...changed })
  } catch (error) {
    const { field, message } = error as { field?: string; message: string }
    return `${field}: ${message}`
  }
}

test('terms that can be billed are read', () => {
  const all = { ...monthly, trialAmount: '1', firstBillDate: '2026-06-01', retryPayment: 'p1d, PT12H' }
  expect(problemOf(all)).toEqual({
    type: 'recurring',
    mode: 'authAndCapture',
    amount: { minor: 990n, currency: 'EUR' },
    trialAmount: { minor: 100n, currency: 'EUR' },
    interval: { unit: 'month', count: 1 },
    firstBillAt: Temporal.Instant.from('2026-05-31T21:00:00Z'),
    retryPayment: 'P1D,PT12H',
  })
})

test('what means nothing for the type is not read', () => {
  const nonsense = { intervalType: 'week', trialAmount: 'much', firstBillDate: 'soon', retryPayment: 'often' }
  expect(problemOf({ ...nonsense, orderType: 'purchase', amount: '9.90', currency: 'EUR' })).toMatchObject({
    type: 'purchase',
    interval: undefined,
    trialAmount: undefined,
  })
})

describe('what would later keep an order from being billed is refused by field', () => {
  const interval =
    'A recurring order needs intervalType (day or month) and intervalValue (a whole number from 1 to 365).'
  const date =
    'firstBillDate must be an ISO 8601 date and time with an offset, such as 2031-01-31T12:00:00+00:00, or a date.'
  test.each<[UncheckedTerms, string]>([
    [{ orderType: 'weekly' }, 'orderType: orderType must be purchase, recurring, managed or credit.'],
    [
      { orderType: 'credit' },
      'cardTransactionMode: A payout is orderType credit and cardTransactionMode credit: send both or neither.',
    ],
    [{ amount: '0' }, 'amount: amount must be greater than 0.'],
    [{ amount: '9.999' }, 'amount: amount must be an amount such as 9.90, with at most two decimals.'],
    [{ amount: undefined }, 'amount: amount must be an amount such as 9.90, with at most two decimals.'],
    [{ currency: 'USD' }, 'currency: currency must be one of those the site takes: EUR, RON.'],
    [{ intervalType: undefined, intervalValue: undefined }, `intervalType: ${interval}`],
    [{ intervalType: undefined }, `intervalType: ${interval}`],
    [{ intervalValue: undefined }, `intervalValue: ${interval}`],
    [{ intervalType: 'week' }, 'intervalType: intervalType must be day or month.'],
    [{ intervalValue: '0' }, 'intervalValue: intervalValue must be a whole number from 1 to 365.'],
    [{ intervalValue: '366' }, 'intervalValue: intervalValue must be a whole number from 1 to 365.'],
    [{ intervalValue: '1.5' }, 'intervalValue: intervalValue must be a whole number from 1 to 365.'],
    [{ trialAmount: '0' }, 'trialAmount: trialAmount must be greater than 0; leave it out when there is no trial.'],
    [{ trialAmount: '100000000000' }, 'trialAmount: trialAmount must be at most 99999999999.99.'],
    [{ firstBillDate: '2026-06-01' }, 'firstBillDate: firstBillDate needs trialAmount, greater than 0.'],
    [{ trialAmount: '1', firstBillDate: '1 June' }, `firstBillDate: ${date}`],
    [{ trialAmount: '1', firstBillDate: '2026-06-31' }, `firstBillDate: ${date}`],
    [
      { trialAmount: '1', firstBillDate: '2026-05-04T10:00:00Z' },
      'firstBillDate: firstBillDate must be in the future; it is now 2026-05-04T10:00:00Z.',
    ],
    [{ trialAmount: '1', firstBillDate: '2036-05-05' }, 'firstBillDate: firstBillDate must be within 10 years.'],
    ...['P', 'P0D', '1 day', 'P1D,,P2D', 'P1DT', 'P367D', '-P1D', Array(31).fill('P1D').join()].map(
      (retryPayment): [UncheckedTerms, string] => [
        { retryPayment },
        'retryPayment: retryPayment must be ISO 8601 durations of at most a year with commas between them, such as P1D,P3D,P7D; at most 30.',
      ],
    ),
  ])('%o', (wrong, message) => {
    expect(problemOf({ ...monthly, ...wrong })).toBe(message)
  })

  test('a card is verified for nothing, and not for a subscription', () => {
    const verify = { mode: 'verifyCard' } as const
    const managed = { orderType: 'managed', currency: 'EUR' }
    expect(problemOf(managed, verify)).toMatchObject({ amount: { minor: 0n } })
    expect(problemOf({ ...managed, amount: '1.00' }, verify)).toContain('amount must be 0')
    expect(problemOf({ ...managed, amount: '0', trialAmount: '1' }, verify)).toContain('trialAmount must be left out')
    expect(problemOf({ ...monthly, amount: '0' }, verify)).toContain('cardTransactionMode verifyCard is for purchase')
  })
})

test.each([
  ['2026-06-01T12:00:00+03:00', '2026-06-01T09:00:00Z'],
  ['2026-06-01T12:00:00 03:00', '2026-06-01T09:00:00Z'],
  ['2026-06-01 12:00Z', '2026-06-01T12:00:00Z'],
  ['2026-06-01T12:00:00.123456Z', '2026-06-01T12:00:00.123Z'],
  ['2026-06-01T12:00:00', '2026-06-01T09:00:00Z'],
  ['2026-06-01', '2026-05-31T21:00:00Z'],
])('%s is %s', (text, moment) => {
  expect(readFutureDate('nextDueDate', text, rules)?.toString()).toBe(moment)
})
