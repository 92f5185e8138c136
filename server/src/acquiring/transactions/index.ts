/** Transactions: what merchants see of payments, refunds, payouts, chargebacks and representments, in one list. */
export { type TransactionParts, transactionRoutes } from './routes.ts'
