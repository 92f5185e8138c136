import { expect, test } from 'vitest'
import { incrementLeft, type Since } from './increment-left.ts'

/** An increment of 30 on an approval of 40. */
const increment: Since = {
  id: 5n,
  kind: 'authorization',
  action: 'increase',
  billed: 30n,
  authorized: 70n,
  increment: null,
}

const since = (...messages: readonly (readonly [Since['kind'], number, bigint | null, number])[]): Since[] =>
  messages.map(([kind, billed, about, authorized], nth) => ({
    id: BigInt(6 + nth),
    kind,
    action: kind === 'advice' ? 'replace' : kind === 'authorization' ? 'increase' : 'reduce',
    billed: BigInt(billed),
    authorized: BigInt(authorized),
    increment: about,
  }))

test.each([
  ['nothing has come', since(), 30n],
  ['its reversal in part', since(['reversal', 10, 5n, 60]), 20n],
  ['its reversals come to more than it', since(['reversal', 20, 5n, 50], ['reversal', 20, 5n, 30]), 0n],
  ['a reversal of the whole leaves 60', since(['reversal', 10, null, 60]), 20n],
  ['a reversal of the whole leaves less than the approval', since(['reversal', 50, null, 20]), 0n],
  ['its own reversal after one of the whole', since(['reversal', 10, null, 60], ['reversal', 5, 5n, 55]), 15n],
  ['one of the whole after its own', since(['reversal', 10, 5n, 60], ['reversal', 5, null, 55]), 15n],
  ['a newer increment is taken off before it', since(['authorization', 20, null, 90], ['reversal', 20, null, 70]), 30n],
  ['an older increment was reversed', since(['reversal', 10, 4n, 60], ['reversal', 20, null, 40]), 10n],
  ['the partner has declined it', since(['partner', 30, 5n, 40]), 0n],
  ['an advice says its real amount', since(['reversal', 10, 5n, 60], ['advice', 25, 5n, 65]), 25n],
  ['an advice of the whole', since(['advice', 65, null, 65]), 0n],
  ['an advice of its own after one of the whole', since(['advice', 65, null, 65], ['advice', 25, 5n, 90]), 25n],
])('%s', (_what, messages, left) => {
  expect(incrementLeft([increment, ...messages]).left).toBe(left)
})
