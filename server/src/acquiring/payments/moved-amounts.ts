import { add, type Money, negate, zero } from '#kernel/base/money.ts'
import { outgoing, settledInBatch, type TransactionStatus } from './payment-states.ts'
import type { Refund, Transaction } from './transaction.ts'

/** What a transaction has changed for the merchant whose payment it is; below zero it is owed less. */
export type MovedAmounts = {
  gross: Money
  /** What other sites have of it. */
  shares: Money
  fee: Money
  /** All of them together. */
  net: Money
}

/** Undefined while no money has moved, and when the payment was cancelled before its batch closed. */
export function movedAmounts(transaction: Transaction): MovedAmounts | undefined {
  const { type, status, captured, shares, fee } = transaction
  if (!settled.has(status)) return type === 'refund' ? correctedAmounts(transaction) : undefined
  const isOutgoing = outgoing.has(type)
  const signed = (amount: Money): Money => (isOutgoing ? negate(amount) : amount)
  const gross = signed(captured)
  const others = signed(shares.reduce((sum, { amount }) => add(sum, negate(amount)), zero(captured.currency)))
  const ours = hasFee.has(type) ? signed(negate(fee)) : zero(captured.currency)
  return { gross, shares: others, fee: ours, net: add(add(gross, others), ours) }
}

/** Of a refund that was declined: what other sites return of other outflows instead. */
function correctedAmounts({ captured, shareCorrections = [] }: Refund): MovedAmounts | undefined {
  if (shareCorrections.length === 0) return undefined
  const none = zero(captured.currency)
  const shares = { ...none, minor: shareCorrections.reduce((sum, minor) => sum + minor, 0n) }
  return { gross: none, shares, fee: none, net: shares }
}

const hasFee: ReadonlySet<string> = new Set(['deposit', 'refund', 'reinstatement', 'capture-failure'])
const settled: ReadonlySet<TransactionStatus> = new Set(settledInBatch)
