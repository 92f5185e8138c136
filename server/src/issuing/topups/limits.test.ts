import { expect, test } from 'vitest'
import { countsFrom } from './limits.ts'

const at = (hour: number) => Temporal.Instant.from('2026-05-04T00:00Z').add({ hours: hour })
const now = at(48)

test.each([
  ['paid in time', at(10), at(11), at(10)],
  ['paid late', at(10), at(33), at(33)],
  ['just ordered', at(48), null, at(48)],
  ['ordered within the hour', at(47), null, at(47)],
  ['not known since yesterday', at(10), null, now],
])('a topup that is %s counts from when its money is approved', (_, createdAt, completedAt, from) => {
  expect(countsFrom({ createdAt, completedAt }, now)).toEqual(from)
})
