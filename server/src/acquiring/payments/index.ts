/**
 * Payments: one attempt to move money on a merchant's shopper's card, from the first ask to the last refund. Every ask of
 * the acquirer is promised before it is made and settled after it is answered; what is never answered is resolved.
 */
export {
  authorizePayment,
  type NewPayment,
  type PaymentIntent,
  recordPaymentIntent,
  sendPayment,
} from './authorize-payment.ts'
export { capturePayment } from './capture-payment.ts'
export { completeChallenge } from './complete-challenge.ts'
export { inquiriesMax, type PaymentsContext } from './context.ts'
export { disputeEventsForReview, type StoredDisputeEvent } from './dispute-event.ts'
export { disputeStates, representmentStates } from './dispute-states.ts'
export type { PaymentStatusChanged } from './events.ts'
export { paymentJobs } from './jobs.ts'
export { sendModification as sendVoid } from './modification.ts'
export { recordPayoutIntent, sendPayout } from './pay-out.ts'
export { descriptorOf, machineOf, type Payment } from './payment.ts'
export {
  type PaymentStatus,
  type PublicStatus,
  paymentStates,
  publicStatus,
  refundStates,
  settledInBatch,
  underWay,
} from './payment-states.ts'
export { payoutStates } from './payout-states.ts'
export { readDisputes } from './read-disputes.ts'
export { acknowledgeDisputeEvent, retryDisputeEvent } from './resolve-dispute-event-manually.ts'
export { resolvePayoutManually } from './resolve-payout-manually.ts'
export { recordVoidIntent, reversePayment } from './reverse-payment.ts'
export { type TransactionParts, transactionRoutes } from './routes.ts'
export {
  cardsOfOrder,
  declinesOf,
  findPayment,
  paymentsOf,
  payoutsForReview,
  statusesReportedSince,
  tokensAwaited,
} from './store.ts'
