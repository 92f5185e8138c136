/**
 * Payments: one attempt to move money on a merchant's shopper's card, from the first ask to the last refund. Every ask of
 * the acquirer is promised before it is made and settled after it is answered; what is never answered is resolved.
 */
export { authorizePayment, type NewPayment } from './authorize-payment.ts'
export { capturePayment } from './capture-payment.ts'
export { type HeardNews, newsInTrouble } from './dispute-news.ts'
export { disputeStates, representmentStates } from './dispute-states.ts'
export type { PaymentMoved } from './events.ts'
export { givenUpAfter, type PaymentsHouse } from './house.ts'
export { paymentJobs } from './jobs.ts'
export { askPayout, promisePayout } from './pay-out.ts'
export { descriptorOf, machineOf, type Payment } from './payment.ts'
export {
  type PaymentStatus,
  type PublicStatus,
  paymentStates,
  publicStatus,
  refundStates,
  settling,
  underWay,
} from './payment-states.ts'
export { payoutStates } from './payout-states.ts'
export { proceedPayment } from './proceed-payment.ts'
export { readDisputes } from './read-disputes.ts'
export { type TransactionParts, transactionRoutes } from './routes.ts'
export { hearDisputeAgain, seeDisputeTrouble } from './settle-dispute-by-hand.ts'
export { settlePayoutByHand } from './settle-payout-by-hand.ts'
export { cardsOfOrder, declinesOf, findPayment, givenUpPayouts, paymentsOf, tokensAwaited, toldSince } from './store.ts'
export { undoPayment } from './undo-payment.ts'
