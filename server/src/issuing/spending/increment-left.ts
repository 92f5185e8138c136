import { lessOf } from './billed.ts'
import type { MessageKind } from './transaction.ts'
import type { TransactionAction } from './transaction-states.ts'

/** A message that has changed a transaction, from an increment of it on. */
export type Since = {
  id: bigint
  kind: MessageKind
  action: TransactionAction
  billed: bigint | null
  /** Of the whole, after it. */
  authorized: bigint
  /** The increment that it names; null: it is about the whole. */
  increment: bigint | null
}

/** The rest of an increment. */
export type IncrementLeft = {
  /** An advice has said since what all of it comes to. */
  isReplaced: boolean
  left: bigint
}

/**
 * The rest of an increment after reversals, the partner and advices, oldest first; the first is the increment. A reversal of
 * the whole says what remains of all together, and takes the newest increment off first: what was approved before it stays.
 */
export function incrementLeft([increment, ...since]: readonly Since[]): IncrementLeft {
  const { id, billed, authorized } = increment!
  let [isReplaced, left, total] = [false, billed ?? 0n, authorized]
  let before = authorized - left
  for (const one of since) {
    if (one.increment === id && one.kind === 'advice') [isReplaced, left] = [false, one.billed ?? 0n]
    else if (one.increment === id) left = takesOff(one) ? lessOf(left, one.billed ?? 0n) : left
    else if (one.increment !== null && one.increment < id) before += one.authorized - total
    else if (one.increment === null && one.kind === 'advice') [isReplaced, left, before] = [true, 0n, one.authorized]
    else if (one.increment === null && one.kind === 'reversal') {
      left = atMost(left, lessOf(one.authorized, before))
      before = atMost(before, one.authorized)
    }
    total = one.authorized
  }
  return { isReplaced, left }
}

const takesOff = ({ kind }: Since): boolean => kind === 'reversal' || kind === 'partner'
const atMost = (minor: bigint, most: bigint): bigint => (minor < most ? minor : most)
