import { expect, test } from 'vitest'
import { sumOf } from '../../../parts/sums.ts'
import { leftOf, type Moved, moneyLines } from './left.ts'

type Follower = Moved['followers'][number]
const follower = (type: Follower['type'], captured: string, fee: string, net?: string): Follower => ({
  ...{ type, captured, fee },
  ...(net !== undefined && { net }),
})
const paid = (followers: Follower[], more: Partial<Moved> = {}): Moved => ({
  ...{ captured: '100.00', fee: '3.00', net: '97.00', status: 'captured', followers, ...more },
})
const linesOf = (payment: Moved, isCancelled = false) =>
  moneyLines(payment, { isCancelled }).map(([line, amount]) => `${line} ${amount}`)

test('the lines between what was paid and what is received add up, whatever happened', () => {
  const back = follower('reinstatement', '40.00', '1.20', '38.80')
  const refund = follower('refund', '40.00', '1.20', '-38.80')
  const failed = (fee: string, net: string) => follower('capture-failure', '100.00', fee, net)
  for (const [payment, lines] of [
    [paid([]), ['paid 100.00', 'fee -3.00']],
    [paid([refund]), ['paid 100.00', 'fee -3.00', 'refunded -40.00', 'feeBack 1.20']],
    [paid([refund, back]), ['paid 100.00', 'fee -3.00', 'refunded -40.00', 'refundsBack 40.00']],
    [paid([failed('3.00', '-97.00')]), ['paid 100.00', 'fee -3.00', 'captureFailed -100.00', 'feeBack 3.00']],
    [
      paid([refund, failed('1.80', '-98.20')]),
      ['paid 100.00', 'fee -3.00', 'captureFailed -100.00', 'refunded -40.00', 'feeBack 3.00'],
    ],
    [
      paid([
        follower('chargeback', '100.00', '0.00', '-100.00'),
        follower('representment', '100.00', '0.00', '100.00'),
      ]),
      ['paid 100.00', 'fee -3.00', 'chargedBack -100.00', 'won 100.00'],
    ],
    // Half of it is somebody else's, and one that is under way has moved nothing.
    [paid([follower('refund', '100.00', '0.00')], { net: '47.00' }), ['paid 100.00', 'fee -3.00', 'others -50.00']],
  ] as const) {
    expect(linesOf(payment)).toEqual(lines)
    expect(sumOf(moneyLines(payment, { isCancelled: false }).map(([, amount]) => amount))).toBe(leftOf(payment))
  }
})

test('what is cancelled before it is settled is reversed whole, and what has not moved is nothing more', () => {
  const cancelled = paid([], { net: '0.00', status: 'cancelled' })
  expect(linesOf(cancelled, true)).toEqual(['paid 100.00', 'fee -3.00', 'cancelled -100.00', 'feeBack 3.00'])
  const { net: _, ...held } = paid([], { captured: '0.00', status: 'authorized' })
  expect(linesOf(held)).toEqual(['paid 0.00', 'fee -3.00'])
})
