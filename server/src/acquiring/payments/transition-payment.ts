import { accounts, hold, post, postHold, voidHold } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { type PaymentAction, paymentStates, type RefundAction, refundStates } from './payment-states.ts'
import type { Changes } from './row.ts'
import type { CaptureFailure, Payment, Refund, Reinstatement } from './transaction.ts'
import { beginBooked, type Transition, transitionTransaction } from './transition-transaction.ts'

/** The only way a payment changes status. Throws `unexpected_payment_status` when its table has no such transition. */
export const transitionPayment = (
  now: Instant,
  payment: Payment,
  action: PaymentAction,
  changes: Changes<Payment> = {},
): Transition<Payment> =>
  transitionTransaction(now, payment, action, {
    machine: paymentStates,
    changes,
    entries: (after) => entriesOf(now, action, after),
  })

/** The only way a refund changes status. */
export const transitionRefund = (
  now: Instant,
  refund: Refund,
  action: RefundAction,
  changes: Changes<Refund> = {},
): Transition<Refund> =>
  transitionTransaction(now, refund, action, {
    machine: refundStates,
    changes,
    entries: (after) => entriesOfRefund(now, action, after),
  })

function entriesOfRefund(now: Instant, action: RefundAction, refund: Refund): Write[] {
  const { id, merchantId, captured: amount, fee: feeBack, shares, shareCorrections = [] } = refund
  const reference = `payment ${id}`
  if (action === 'refund') return post(now, 'paymentRefunded', reference, { merchantId, amount, feeBack, shares })
  const corrections = shareCorrections.map((minor, at) => ({
    merchantId: shares[at]!.merchantId,
    amount: money(minor, amount.currency),
  }))
  return action === 'refuse' ? post(now, 'sharesCorrected', reference, { merchantId, corrections }) : []
}

/** The beginning of a reinstatement: its money is there, and mirrors what had gone out. */
export const beginReinstatement = (
  now: Instant,
  reinstatement: Reinstatement,
  action: 'reinstateRefund' | 'reinstatePayout',
): Write[] => {
  const { id, merchantId, captured: amount, fee, shares, pending } = reinstatement
  const waits = pending !== undefined
  const entries =
    action === 'reinstateRefund'
      ? post(now, 'refundReturned', `payment ${id}`, { merchantId, amount, feeBack: fee, shares, waits })
      : post(now, 'shopperPayoutReturned', `payment ${id}`, { merchantId, amount, waits })
  return beginBooked(now, reinstatement, action, entries)
}

/** The beginning of a capture failure: its money is gone, and mirrors what was captured. */
export const beginCaptureFailure = (now: Instant, failure: CaptureFailure): Write[] => {
  const { id, merchantId, captured: amount, fee, shares } = failure
  const facts = { merchantId, amount, feeBack: fee, shares }
  return beginBooked(now, failure, 'reverseCapture', post(now, 'captureFailed', `payment ${id}`, facts))
}

/** The ledger entries and holds of a transition. A transition without one does not move our money. */
function entriesOf(now: Instant, action: PaymentAction, payment: Payment): Write[] {
  const reference = `payment ${payment.id}`
  const { merchantId, amount, captured, fee, shares, pending } = payment
  const facts = { merchantId, amount: captured, fee, shares, waits: pending !== undefined }
  const captureEntry = () => post(now, 'paymentCaptured', reference, facts)
  switch (action) {
    case 'approve':
      return [hold(now, { reference, account: accounts.merchantAuthorized(merchantId), amount })]
    case 'sell':
      return captureEntry()
    case 'capture':
      return [postHold(now, reference, captured), ...captureEntry()]
    case 'void':
      return [voidHold(now, reference)]
    case 'cancel':
      return post(now, 'paymentCancelled', reference, facts)
    default:
      return []
  }
}
