import { expect, test } from 'vitest'
import { businessDayOf, spanOf } from './business-day.ts'

const at = (moment: string) => Temporal.Instant.from(moment)
const bucharest = (cutOver: string) => ({ timeZone: 'Europe/Bucharest', cutOver })

test.each([
  // 00:00 in Bucharest is 22:00 in UTC in winter.
  ['00:00', '2026-11-27T21:59:59.999Z', '2026-11-27'],
  ['00:00', '2026-11-27T22:00:00Z', '2026-11-28'],
  ['22:00', '2026-11-27T19:59:59.999Z', '2026-11-27'],
  ['22:00', '2026-11-27T20:00:00Z', '2026-11-28'],
  ['02:00', '2026-11-27T23:59:59.999Z', '2026-11-27'],
  ['02:00', '2026-11-28T00:00:00Z', '2026-11-28'],
])('with a cut-over at %s, %s is in the day %s', (cutOver, moment, day) => {
  expect(String(businessDayOf(at(moment), bucharest(cutOver)))).toBe(day)
})

test.each(['00:00', '02:00', '03:30', '12:00', '22:00'])(
  'days with a cut-over at %s follow one another without a gap, also where clocks are changed',
  (cutOver) => {
    for (const begin of ['2026-03-27', '2026-10-23']) {
      const first = Temporal.PlainDate.from(begin)
      for (let days = 0; days < 4; days++) {
        const day = first.add({ days })
        const { begins, ends } = spanOf(day, bucharest(cutOver))
        expect(String(ends)).toBe(String(spanOf(day.add({ days: 1 }), bucharest(cutOver)).begins))
        expect(String(businessDayOf(ends.subtract({ milliseconds: 1 }), bucharest(cutOver)))).toBe(String(day))
        expect(String(businessDayOf(begins, bucharest(cutOver)))).toBe(String(day))
      }
    }
  },
)
