import { captureFailureStates, reinstatementStates } from '../payment-states.ts'
import type { KindRules } from './payment-record.ts'

/** What came back is booked as the mirror of what had gone out. */
export const reinstatement: KindRules = {
  machine: reinstatementStates,
  beginnings: ['reinstateRefund', 'reinstatePayout'],
  entriesOf: (action, { fee, shares, ...facts }) =>
    action === 'reinstateRefund'
      ? [{ recipe: 'refundReturned', facts: { ...facts, shares, feeBack: fee } }]
      : [{ recipe: 'shopperPayoutReturned', facts }],
}

/** A capture that failed after it was done is booked as its mirror, with what was left of the fee. */
export const captureFailure: KindRules = {
  machine: captureFailureStates,
  beginnings: ['reverseCapture'],
  entriesOf: (_, { fee, ...facts }) => [{ recipe: 'captureFailed', facts: { ...facts, feeBack: fee } }],
}

/** Each refund that came back took its own rounding along. */
export function isNear(off: bigint, refunds: readonly { status: string }[]): boolean {
  const returned = BigInt(refunds.filter(({ status }) => status === 'returned').length)
  return off <= returned && off >= -returned
}
