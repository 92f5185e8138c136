import { describe, expect, test } from 'vitest'
import { readExpireDate } from './read-terms.ts'

const rules = { now: Temporal.Instant.from('2026-11-20T12:00:00Z'), timeZone: 'Europe/Bucharest' }

describe('the last day', () => {
  const read = (sent: string, before?: string) =>
    readExpireDate(sent, {
      ...rules,
      before: before === undefined ? undefined : Temporal.PlainDate.from(before),
    }).toString()

  test('may be today, by the calendar of the site', () => {
    expect(read('2026-11-20')).toBe('2026-11-20')
    const late = { now: Temporal.Instant.from('2026-11-20T23:00:00Z'), timeZone: 'Europe/Bucharest', before: undefined }
    expect(() => readExpireDate('2026-11-20', late)).toThrow(
      'expireDate must not have passed: it is 2026-11-21 at the site.',
    )
  })

  test('may have passed only when it was there before', () => {
    expect(() => read('2026-11-19')).toThrow('must not have passed')
    expect(read('2026-11-19', '2026-11-19')).toBe('2026-11-19')
  })

  test.each(['2026-02-30', '20.11.2026', '2026-11-20T00:00:00Z', '2026-1-2', ''])(
    'is no day when written %s',
    (sent) => {
      expect(() => read(sent)).toThrow('expireDate must be a day written as yyyy-mm-dd')
    },
  )
})
