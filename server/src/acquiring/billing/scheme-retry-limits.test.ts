import { expect, test } from 'vitest'
import { money } from '#kernel/base/money.ts'
import { checkRetryLimits, type Decline, schemeRetryLimits } from './scheme-retry-limits.ts'

const now = Temporal.Instant.from('2026-06-30T12:00:00Z')
const ten = money(1000n, 'EUR')
const hoursAgo = (hours: number, amount = ten, reason: Decline['reason'] = 'insufficient_funds'): Decline => ({
  at: now.subtract({ hours }),
  amount,
  reason,
})
const times = (count: number, decline: (index: number) => Decline) =>
  Array.from({ length: count }, (_, n) => decline(n))

test.each<[brand: string, what: string, declines: Decline[], is: string]>([
  ['visa', 'nothing was declined', [], 'allowed'],
  ['visa', '14 declines of the amount', times(14, (n) => hoursAgo(n + 1)), 'allowed'],
  ['visa', '15 declines of the amount', times(15, (n) => hoursAgo(n + 1)), 'limit_reached 2026-07-29T21:00:00Z'],
  ['visa', '20 declines of a month ago', times(20, (n) => hoursAgo(24 * 30 + n)), 'allowed'],
  ['visa', '15 declines of another amount', times(15, (n) => hoursAgo(n + 1, money(999n, 'EUR'))), 'allowed'],
  ['visa', '15 declines in another currency', times(15, (n) => hoursAgo(n + 1, money(1000n, 'RON'))), 'allowed'],
  ['mastercard', '9 declines in a day', times(9, (n) => hoursAgo(n + 1)), 'allowed'],
  [
    'mastercard',
    '10 declines in a day, of any amount',
    times(10, (n) => hoursAgo(n + 1, money(BigInt(n + 1), 'EUR'))),
    'limit_reached 2026-07-01T02:00:00Z',
  ],
  ['mastercard', '34 declines in a month', times(34, (n) => hoursAgo(20 * n + 30)), 'allowed'],
  [
    'mastercard',
    '35 declines in a month',
    times(35, (n) => hoursAgo(20 * n + 30)),
    'limit_reached 2026-06-30T22:00:00Z',
  ],
  ['amex', '15 declines in a month', times(15, (n) => hoursAgo(40 * n + 30)), 'limit_reached 2026-07-05T22:00:00Z'],
  ['visa', 'closed 29 days ago', [hoursAgo(24 * 29, ten, 'card_closed')], 'do_not_retry 2026-07-01T12:00:00Z'],
  ['visa', 'closed 30 days ago', [hoursAgo(24 * 30, ten, 'card_closed')], 'allowed'],
  [
    'mastercard',
    'advised never to be charged again',
    [{ ...hoursAgo(1, ten, 'insufficient_funds'), advice: 'do_not_retry' }],
    'do_not_retry 2026-07-30T11:00:00Z',
  ],
  ['mastercard', 'advised for later', [{ ...hoursAgo(1, ten, 'declined_by_bank'), advice: 'retry_later' }], 'allowed'],
  ['visa', 'blacklisted an hour ago', [hoursAgo(1, ten, 'card_blacklisted')], 'allowed'],
])('%s, %s', (brand, _what, declines, is) => {
  const verdict = checkRetryLimits(brand, declines, ten, now)
  expect([verdict.is, ...('until' in verdict ? [verdict.until] : [])].join(' ')).toBe(is)
})

test('at the moment that is given there is room for one more, and a millisecond before there is none', () => {
  const declines = times(17, (n) => hoursAgo(n * 7 + 1))
  const verdict = checkRetryLimits('visa', declines, ten, now)
  if (verdict.is !== 'limit_reached') throw new Error('there is no room')
  expect(checkRetryLimits('visa', declines, ten, verdict.until).is).toBe('allowed')
  expect(checkRetryLimits('visa', declines, ten, verdict.until.subtract({ milliseconds: 1 })).is).toBe('limit_reached')
})

test('the figures say when they were checked and where they come from', () => {
  expect(Temporal.PlainDate.from(schemeRetryLimits.checkedOn).toString()).toBe(schemeRetryLimits.checkedOn)
  for (const { sources } of [...Object.values(schemeRetryLimits.brands), schemeRetryLimits.others])
    expect(sources.length).toBeGreaterThan(0)
})
