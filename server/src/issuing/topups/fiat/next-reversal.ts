import { add, compare, type Money, subtract, zero } from '#kernel/base/money.ts'
import type { Happened } from '../reverse-topup.ts'
import { isCredit, type Reversal, type Topup } from '../topup.ts'

type Booked = Pick<Reversal, 'kind' | 'transactionId' | 'amount'>

/**
 * What of all that happened to the payment of a completed topup is booked next, and of how much; undefined: nothing is left.
 * The account never loses more than the topup, and gets back only what it has lost:
 * - of a capture that failed, what refunds and charge-backs have not taken already. After it nothing is returned: the money
 *   never came.
 * - of a refund that came back, what of refunds was taken beyond those that still stand. One that came back before we had
 *   seen it was never taken.
 */
export function nextReversal(
  topup: Pick<Topup, 'amount'>,
  happened: readonly Happened[],
  booked: readonly Booked[],
): Happened | undefined {
  const sum = (all: readonly Booked[]) => all.reduce((total, { amount }) => add(total, amount), none)
  const none = zero(topup.amount.currency)
  const of = (all: readonly Booked[], kind: Booked['kind']) => sum(all.filter((one) => one.kind === kind))
  const taken = subtract(
    sum(booked.filter(({ kind }) => !isCredit(kind))),
    sum(booked.filter(({ kind }) => isCredit(kind))),
  )
  const hasFailed = booked.some(({ kind }) => kind === 'capture_failure')
  const returnable = subtract(subtract(of(booked, 'refund'), of(booked, 'reinstatement')), of(happened, 'refund'))
  const mostOf = (kind: Booked['kind']): Money => {
    if (!isCredit(kind)) return subtract(topup.amount, taken)
    if (hasFailed) return none
    return kind === 'reinstatement' ? least(returnable, taken) : taken
  }
  for (const one of happened) {
    if (booked.some((other) => other.kind === one.kind && other.transactionId === one.transactionId)) continue
    const amount = least(one.amount, mostOf(one.kind))
    if (amount.minor > 0n) return { ...one, amount }
  }
  return undefined
}

const least = (one: Money, other: Money): Money => (compare(one, other) < 0 ? one : other)
