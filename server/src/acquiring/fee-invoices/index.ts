/**
 * Invoices for the platform's fees: one for each merchant, currency and month, made of what was booked, numbered without
 * gaps, and credited as a whole when one is wrong.
 */
export { type BillingChange, type BillingDetails, billingDetailsOf, changeBillingDetails } from './billing-details.ts'
export { boundTables } from './bound.ts'
export { changeBillingByHand } from './change-billing-by-hand.ts'
export type { FeeInvoicesContext, Seller } from './context.ts'
export { creditInvoiceByHand } from './credit-by-hand.ts'
export { creditInvoice } from './credit-invoice.ts'
export type { FeeInvoice } from './invoice.ts'
export { invoicePdf } from './invoice-pdf.ts'
export { type MadeInvoices, makeDueInvoices } from './make-invoices.ts'
export { makeInvoicesByHand } from './make-invoices-by-hand.ts'
export { billingDetailsRecord, invoiceRecord, wholeInvoiceRecord } from './shapes.ts'
export { showInvoice } from './show-invoice.ts'
export { feeInvoiceStaffRoutes } from './staff-routes.ts'
export { findInvoiceByNumber, listInvoices } from './store.ts'
