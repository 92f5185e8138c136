import { expect, test } from 'vitest'
import type { OrderId } from '#acquiring/ids'
import { money, zero } from '#kernel/base/money.ts'
import type { BillingPeriod } from './billing-period.ts'
import { retriesLeft, waitsOf } from './retry-plan.ts'

const at = (text: string) => Temporal.Instant.from(text)
const billingPeriod = (failures: number): BillingPeriod => ({
  orderId: 1n as OrderId,
  period: 1,
  status: 'open',
  amount: money(3000n, 'EUR'),
  paid: zero('EUR'),
  plannedAt: at('2026-06-04T10:00Z'),
  openedAt: at('2026-06-04T10:00Z'),
  failures,
  firstFailedAt: failures > 0 ? at('2026-06-04T10:00Z') : undefined,
  micro: 'none',
  lost: 0,
  lastReason: undefined,
})
const plan = { waits: waitsOf('P2D,P5D,P9D'), timeZone: 'UTC' }

test.each([
  ['one decline', 1, '2026-06-06T10:00Z', ['06-06', '06-09', '06-13']],
  ['one decline, its retry under way', 1, undefined, ['06-09', '06-13']],
  ['a decline that waits a day only', 1, '2026-06-05T10:00Z', ['06-05', '06-09', '06-13']],
  ['the last but one', 3, '2026-06-13T10:00Z', ['06-13']],
  ['the last, its retry under way', 3, undefined, []],
  ['no decline, and a request that was lost', 0, '2026-06-05T10:00Z', ['06-05']],
  ['no decline, and under way', 0, undefined, []],
])('after %s the retries left are known', (_what, failures, dueAt, days) => {
  const left = retriesLeft(billingPeriod(failures), dueAt === undefined ? undefined : at(dueAt), plan)
  expect(left.map((retry) => retry.toString().slice(5, 10))).toEqual(days)
})
