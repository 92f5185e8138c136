import { expect, test } from 'vitest'
import { Refusal } from '#kernel/base/refusal.ts'
import { recoveryGuards } from './recovery.ts'

/** Whether a declined payment can be paid after all: by its order, its site and the link that is there. */

const now = Temporal.Instant.from('2026-11-21T12:00:00Z')
type Facts = Parameters<typeof recoveryGuards>[0]
const open = { id: 3n, active: true, limitAccess: 1, reserved: 0, paid: 0 }

const facts = (of: { transaction?: object; order?: object; site?: object; made?: object; from?: object }) =>
  ({
    transaction: { type: 'deposit', status: 'failed', ...of.transaction },
    order: {
      type: 'purchase',
      mode: 'authAndCapture',
      status: 'start',
      amount: { minor: 990n, currency: 'EUR' },
      ...of.order,
    },
    site: { id: 5n, active: true, merchantStatus: 'active', timeZone: 'UTC', ...of.site },
    shopper: { id: 6n },
    ...(of.made && { made: { ...open, ...of.made } }),
    ...(of.from && { from: { ...open, ...of.from } }),
    now,
  }) as unknown as Facts

function refusalOf(of: Facts): string | undefined {
  try {
    recoveryGuards(of).recover()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

test.each([
  ['that nothing recovers yet', {}, undefined],
  ['whose link is open', { made: {} }, undefined],
  ['whose link is closed', { made: { active: false } }, 'recovery_link_not_open'],
  ['whose link is paid', { made: { paid: 1 } }, 'recovery_link_not_open'],
  ['whose link was deleted', { made: { removedAt: now } }, 'recovery_link_removed'],
  ['that came by a link of one use', { from: {} }, undefined],
  ['that came by a link of one use, which is closed', { from: { active: false } }, 'payment_not_recoverable'],
  ['that came by a link without a limit', { from: { limitAccess: undefined, active: false } }, undefined],
  ['that was not declined', { transaction: { status: 'captured' } }, 'payment_not_recoverable'],
  ['whose order is paid by another', { order: { status: 'complete-ok' } }, 'order_already_paid'],
  ['of a subscription', { order: { type: 'recurring' } }, 'payment_not_recoverable'],
  ['of a site that is off', { site: { active: false } }, 'site_inactive'],
  ['of a merchant that is closed', { site: { merchantStatus: 'closed' } }, 'site_inactive'],
] as const)('a payment %s', (_which, of, refusal) => {
  expect(refusalOf(facts(of))).toBe(refusal)
})
