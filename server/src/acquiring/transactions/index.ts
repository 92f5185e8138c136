/** Transactions: what merchants see of payments, refunds, payouts, chargebacks and representments, in one list. */
export { exportedDisputes } from './export-disputes.ts'
export { exportedPayments } from './export-payments.ts'
export { findPayments } from './find-payments.ts'
export { refundByHand } from './refund-by-hand.ts'
export { type TransactionParts, transactionRoutes } from './routes.ts'
export { showPayment } from './show-payment.ts'
export { paymentStaffRoutes, type StaffPaymentParts } from './staff-routes.ts'
export { type PaymentRecord, paymentRecord, type WholePayment } from './staff-wire.ts'
