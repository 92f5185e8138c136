import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Interval } from '#acquiring/terms'
import { money } from '#kernel/base/money.ts'
import { calendarFrom, dueDate, periodDue, schedule, withInterval } from './calendar.ts'

const at = (text: string) => Temporal.Instant.from(text)
const local = (moment: Temporal.Instant, timeZone: string) =>
  moment.toZonedDateTimeISO(timeZone).toString({ timeZoneName: 'never' })

test.each<[why: string, zone: string, anchor: string, interval: Interval, n: number, due: string]>([
  ['a month later', 'UTC', '2026-01-15T10:00Z', { unit: 'month', count: 1 }, 1, '2026-02-15T10:00:00+00:00'],
  [
    'a short month ends earlier',
    'UTC',
    '2026-01-31T10:00Z',
    { unit: 'month', count: 1 },
    1,
    '2026-02-28T10:00:00+00:00',
  ],
  ['and the 31st comes back', 'UTC', '2026-01-31T10:00Z', { unit: 'month', count: 1 }, 2, '2026-03-31T10:00:00+00:00'],
  [
    'a leap year has one day more',
    'UTC',
    '2027-12-31T10:00Z',
    { unit: 'month', count: 2 },
    1,
    '2028-02-29T10:00:00+00:00',
  ],
  [
    'a leap day in common years',
    'UTC',
    '2028-02-29T10:00Z',
    { unit: 'month', count: 12 },
    1,
    '2029-02-28T10:00:00+00:00',
  ],
  [
    'a leap day four years on',
    'UTC',
    '2028-02-29T10:00Z',
    { unit: 'month', count: 12 },
    4,
    '2032-02-29T10:00:00+00:00',
  ],
  [
    'the 31st where it is the 31st',
    'Pacific/Auckland',
    '2026-01-30T11:30Z',
    { unit: 'month', count: 1 },
    1,
    '2026-02-28T00:30:00+13:00',
  ],
  [
    'the wall time stays when summer begins',
    'Europe/Bucharest',
    '2026-03-01T08:00Z',
    { unit: 'month', count: 1 },
    1,
    '2026-04-01T10:00:00+03:00',
  ],
  [
    'a skipped wall time is as much later',
    'Europe/Bucharest',
    '2026-03-28T01:30Z',
    { unit: 'day', count: 1 },
    1,
    '2026-03-29T04:30:00+03:00',
  ],
  [
    'and the day after it is back',
    'Europe/Bucharest',
    '2026-03-28T01:30Z',
    { unit: 'day', count: 1 },
    2,
    '2026-03-30T03:30:00+03:00',
  ],
  [
    'a wall time that comes twice is the first',
    'Europe/Bucharest',
    '2026-10-24T00:30Z',
    { unit: 'day', count: 1 },
    1,
    '2026-10-25T03:30:00+03:00',
  ],
  [
    'a day that never was',
    'Pacific/Apia',
    '2011-12-29T22:00Z',
    { unit: 'day', count: 1 },
    1,
    '2011-12-31T12:00:00+14:00',
  ],
  ['a year of days', 'UTC', '2028-01-01T00:00Z', { unit: 'day', count: 365 }, 1, '2028-12-31T00:00:00+00:00'],
])('%s (%s)', (_why, timeZone, anchor, interval, n, due) => {
  expect(local(dueDate({ anchor: at(anchor), ...interval, timeZone }, n), timeZone)).toBe(due)
})

describe('over fifty years, in every time zone', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const [begin, end] = [at('2020-01-01T00:00Z').epochMilliseconds, at('2070-01-01T00:00Z').epochMilliseconds]
  const casesIn = (timeZone: string) => ({
    timeZone: fc.constant(timeZone),
    anchor: fc.integer({ min: begin, max: end }).map((ms) => Temporal.Instant.fromEpochMilliseconds(ms)),
    unit: fc.constantFrom('day' as const, 'month' as const),
    count: fc.integer({ min: 1, max: 365 }),
    n: fc.integer({ min: 0, max: 600 }),
  })
  /** So that no zone is left to luck. */
  const inEveryZone = (runsEach: number, check: (one: Case & { timeZone: string; n: number }) => void) => {
    expect(zones.length).toBeGreaterThan(400)
    for (const zone of zones) fc.assert(fc.property(fc.record(casesIn(zone)), check), { numRuns: runsEach })
  }

  test('a date has the day of the anchor, or the last day of its month where there is no such day', () => {
    inEveryZone(8, ({ n, ...calendar }) => {
      const { timeZone, anchor, unit, count } = calendar
      const [first, due] = [anchor, dueDate(calendar, n)].map((moment) => moment.toZonedDateTimeISO(timeZone)) as [
        Temporal.ZonedDateTime,
        Temporal.ZonedDateTime,
      ]
      // A clock change at midnight may push a wall time into the next day; everywhere else the day is exact.
      const wall = due.toPlainTime().equals(first.toPlainTime())
      fc.pre(wall)
      if (unit === 'month') {
        const months = due.year * 12 + due.month - (first.year * 12 + first.month)
        expect(months).toBe(n * count)
        expect(due.day).toBe(Math.min(first.day, due.daysInMonth))
      } else {
        const days =
          daysSinceYearZero(due.year, due.month, due.day) - daysSinceYearZero(first.year, first.month, first.day)
        expect(days).toBe(n * count)
      }
    })
  })

  test('a wall time differs from that of the anchor only where clocks skip it', () => {
    inEveryZone(8, ({ n, ...calendar }) => {
      const first = calendar.anchor.toZonedDateTimeISO(calendar.timeZone)
      const due = dueDate(calendar, n).toZonedDateTimeISO(calendar.timeZone)
      if (due.toPlainTime().equals(first.toPlainTime())) return
      // The moment one offset change earlier has the other offset: the wanted wall time lies in the gap between.
      const before = due.getTimeZoneTransition('previous')
      expect(before).not.toBeNull()
      const gap = due.offsetNanoseconds - before!.subtract({ nanoseconds: 1 }).offsetNanoseconds
      expect(gap).toBeGreaterThan(0)
      expect(due.epochNanoseconds - before!.epochNanoseconds).toBeLessThan(gap)
    })
  })

  test('dates rise strictly: no period is skipped and none comes twice', () => {
    inEveryZone(8, ({ n, ...calendar }) => {
      expect(Temporal.Instant.compare(dueDate(calendar, n), dueDate(calendar, n + 1))).toBe(-1)
    })
  })

  test('when a billing happens changes no date after it', () => {
    inEveryZone(2, ({ n, ...calendar }) => {
      const whole = schedule(orderOf(calendar), calendar, { from: calendar.anchor, limit: 30 })
      const rest = schedule({ ...orderOf(calendar), nextPeriod: 1 + (n % 29) }, calendar, {
        from: calendar.anchor,
        limit: 30,
      })
      for (const billingPeriod of rest.filter(({ period }) => period < 30))
        expect(whole[billingPeriod.period]).toEqual(billingPeriod)
    })
  })

  /** The number of days of the proleptic Gregorian calendar before a date, by counting leap years. */
  function daysSinceYearZero(year: number, month: number, day: number): number {
    const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
    const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    const before = year - 1
    const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
    return before * 365 + leaps + lengths.slice(0, month - 1).reduce((sum, length) => sum + length, 0) + day
  }

  type Case = { anchor: Temporal.Instant; unit: 'day' | 'month'; count: number }
  const orderOf = ({ anchor, unit, count }: Case) => ({
    amount: money(1000n, 'EUR'),
    trialAmount: undefined,
    interval: { unit, count },
    firstBillAt: undefined,
    calendar: calendarFrom(anchor, undefined),
    nextPeriod: 0,
  })
})

describe('the schedule of an order', () => {
  const order = {
    amount: money(2000n, 'EUR'),
    trialAmount: money(100n, 'EUR'),
    interval: { unit: 'month', count: 1 } as const,
    firstBillAt: undefined,
    calendar: undefined,
    nextPeriod: 0,
  }
  const site = { timeZone: 'Europe/Bucharest' }
  const from = at('2026-01-31T10:00Z')
  const summary = (billingPeriods: ReturnType<typeof schedule>) =>
    billingPeriods.map(({ period, at, amount }) => `${period}: ${at} ${amount.minor}`)

  test('is known before the first payment: the trial now, the regular amount from one interval on', () => {
    expect(summary(schedule(order, site, { from, limit: 4 }))).toEqual([
      '0: 2026-01-31T10:00:00Z 100',
      '1: 2026-02-28T10:00:00Z 2000',
      '2: 2026-03-31T09:00:00Z 2000',
      '3: 2026-04-30T09:00:00Z 2000',
    ])
  })

  test('begins its regular charges at the first billing date when there is one', () => {
    const firstBillAt = at('2026-02-14T10:00Z')
    expect(summary(schedule({ ...order, firstBillAt }, site, { from, limit: 3 }))).toEqual([
      '0: 2026-01-31T10:00:00Z 100',
      '1: 2026-02-14T10:00:00Z 2000',
      '2: 2026-03-14T10:00:00Z 2000',
    ])
  })

  test('takes a first billing date that has passed for none', () => {
    expect(calendarFrom(from, at('2020-01-01T00:00Z'))).toEqual({ anchor: from, anchorPeriod: 0, lead: 0 })
  })

  test('of an order that is paid once is that payment and nothing else', () => {
    expect(
      summary(schedule({ ...order, trialAmount: undefined, interval: undefined }, site, { from, limit: 5 })),
    ).toEqual(['0: 2026-01-31T10:00:00Z 2000'])
  })
})

describe('another interval', () => {
  const timeZone = 'Europe/Bucharest'
  const monthly = { unit: 'month', count: 1 } as const
  const calendar = calendarFrom(at('2026-01-31T10:00Z'), undefined)
  const dates = (to: Interval, nextPeriod: number) => {
    const changed = withInterval(calendar, { from: monthly, to, nextPeriod, timeZone })
    return [0, 1, 2].map((more) => local(periodDue(changed, to, timeZone, nextPeriod + more), timeZone).slice(0, 10))
  }

  test('leaves the next date as it is, and the day of the month is not forgotten in a short month', () => {
    expect(dates({ unit: 'month', count: 3 }, 1)).toEqual(['2026-02-28', '2026-05-31', '2026-08-31'])
  })

  test('of days is counted from the next date', () => {
    expect(dates({ unit: 'day', count: 10 }, 1)).toEqual(['2026-02-28', '2026-03-10', '2026-03-20'])
  })
})
