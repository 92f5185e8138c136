import { expect, test } from 'vitest'
import { type Event, movementsOf } from './movements-of-shares.ts'

let ids = 0n
const event = (type: string, action: string, minor: bigint, shares: readonly bigint[]): Event => ({
  payment: 1n,
  id: ++ids,
  type,
  reference: null,
  action,
  minor,
  reinstates_id: null,
  shares: shares.map((one, at) => ({ site: 10_002 + at, merchant: 102 + at, minor: `${one}` })),
  share_corrections: null,
})

test('refunds of versions before are accepted with the rounding of then, each of what was left', () => {
  const kept = [333n, 333n]
  const events = [
    event('deposit', 'sell', 1_000n, kept),
    event('refund', 'start', 1n, [0n, 0n]),
    event('refund', 'start', 333n, [111n, 111n]),
    event('refund', 'start', 166n, [55n, 55n]),
  ]
  const [, , last] = movementsOf(events, { kept, captured: 1_000n })
  expect(last).toMatchObject({ should: [55n, 56n], otherwise: [55n, 55n] })
})

test('the return of a refund brings what no other outflow has taken, or mirrored it in versions before', () => {
  const kept = [600n]
  const refund = event('refund', 'start', 1_000n, [600n])
  const back = { ...event('reinstatement', 'reinstateRefund', 1_000n, [0n]), reinstates_id: refund.id }
  const events = [event('deposit', 'sell', 1_000n, kept), refund, event('chargeback', 'chargeBack', 1_000n, [0n]), back]
  expect(movementsOf(events, { kept, captured: 1_000n }).at(-1)).toMatchObject({ should: [0n], otherwise: [600n] })
})
