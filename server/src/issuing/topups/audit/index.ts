/** The audit of topups: which of their facts are sealed, what must agree, and the entries that they call for. */
export { checkReceipts, receiptCause } from './check-receipts.ts'
export { checkTopups, topupCause } from './check-topups.ts'
export { checks } from './checks.ts'
export { sealed } from './sealed.ts'
