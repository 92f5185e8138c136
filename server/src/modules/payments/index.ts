/**
 * Payments: one attempt to move money on a merchant's shopper's card, from the first ask to the last refund. Every ask of
 * the acquirer is promised before it is made and settled after it is answered; what is never answered is resolved.
 */
export { authorizePayment, type NewPayment } from './authorize-payment.ts'
export { capturePayment } from './capture-payment.ts'
export type { PaymentMoved } from './events.ts'
export { givenUpAfter, type PaymentsHouse } from './house.ts'
export { paymentJobs } from './jobs.ts'
export type { Payment } from './payment.ts'
export {
  type PaymentStatus,
  type PublicStatus,
  paymentStates,
  publicStatus,
  refundStates,
  underWay,
} from './payment-states.ts'
export { proceedPayment } from './proceed-payment.ts'
export { type TransactionParts, transactionRoutes } from './routes.ts'
export { cardsOfOrder, declinesOf, findPayment, paymentsOf, tokensAwaited, toldSince } from './store.ts'
export { undoPayment } from './undo-payment.ts'
