import { expect, test } from 'vitest'
import { money } from '#kernel/base/money.ts'
import type { ReversalKind } from '../topup.ts'
import { nextReversal } from './next-reversal.ts'

const topup = { amount: money(100n, 'EUR') }
/** Such as `refund 7 40`: its kind, its transaction and its amount. */
const read = (text: string) => {
  const [kind, id, minor] = text.split(' ')
  return { kind: kind as ReversalKind, transactionId: BigInt(id!), amount: money(BigInt(minor!), 'EUR') }
}
/** All that is booked, one after the other, when the payment has come to these states in turn. */
function bookedAfter(...states: readonly string[][]): string[] {
  const booked: ReturnType<typeof read>[] = []
  for (const state of states)
    for (let next = nextReversal(topup, state.map(read), booked); next; ) {
      booked.push(next)
      next = nextReversal(topup, state.map(read), booked)
    }
  return booked.map(({ kind, transactionId, amount }) => `${kind} ${transactionId} ${amount.minor}`)
}

test('a refund that comes back is returned, as much as was taken', () => {
  expect(bookedAfter(['refund 2 40'], ['reinstatement 3 40'])).toEqual(['refund 2 40', 'reinstatement 3 40'])
  expect(bookedAfter(['refund 2 40'], ['reinstatement 3 40'], ['reinstatement 3 40', 'refund 4 100'])).toEqual([
    ...['refund 2 40', 'reinstatement 3 40', 'refund 4 100'],
  ])
})

test('a refund that came back before we saw it was never taken, and others stand', () => {
  expect(bookedAfter(['reinstatement 3 40'])).toEqual([])
  expect(bookedAfter(['refund 2 40'], ['refund 2 40', 'reinstatement 4 60'])).toEqual(['refund 2 40'])
})

test('a capture that failed takes what is left, whatever comes first, and nothing is returned after it', () => {
  expect(bookedAfter(['capture_failure 2 100'])).toEqual(['capture_failure 2 100'])
  expect(bookedAfter(['refund 2 40'], ['refund 2 40', 'capture_failure 3 100'])).toEqual([
    ...['refund 2 40', 'capture_failure 3 60'],
  ])
  expect(bookedAfter(['charge_back 2 100'], ['charge_back 2 100', 'capture_failure 3 100'])).toEqual([
    'charge_back 2 100',
  ])
  expect(
    bookedAfter(
      ['refund 2 40'],
      ['refund 2 40', 'capture_failure 3 100'],
      ['capture_failure 3 100', 'reinstatement 4 40'],
    ),
  ).toEqual([...['refund 2 40', 'capture_failure 3 60']])
  // The refund was under way when the capture failed, and is done after it.
  expect(bookedAfter(['capture_failure 3 100'], ['refund 2 40', 'capture_failure 3 100'])).toEqual([
    'capture_failure 3 100',
  ])
})

test('a charge-back takes the money, and a dispute that is won returns it', () => {
  expect(bookedAfter(['charge_back 2 100'], ['charge_back 2 100', 'representment 3 100'])).toEqual([
    ...['charge_back 2 100', 'representment 3 100'],
  ])
  expect(
    bookedAfter(['charge_back 2 100'], ['charge_back 2 100', 'capture_failure 3 100', 'representment 4 100']),
  ).toEqual([...['charge_back 2 100', 'representment 4 100', 'capture_failure 3 100']])
})
