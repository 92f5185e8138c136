/**
 * Invoices that a site makes for those who pay there, and credit notes of what goes back. The commit that moves the money
 * requests a document (`requestDocument`); due work gives it the next number of its series and the facts that are printed.
 * A document never changes.
 */
import './events.ts'
import './tables.ts'

export { changeInvoicing } from './change-invoicing.ts'
export type { InvoicesContext } from './context.ts'
export { type DocumentKind, documentKinds, type InvoiceDocument, numberOf } from './document.ts'
export type { InvoiceIssued } from './events.ts'
export { exportedInvoices } from './export-invoices.ts'
export type { DocumentId, RequestId } from './ids.ts'
export { documentTitle, invoiceFile } from './invoice-pdf.ts'
export { invoiceJobs } from './jobs.ts'
export { requestRecord } from './parked-routes.ts'
export { personal as personalOfInvoices } from './personal.ts'
export { listParked } from './request-store.ts'
export { requestDocument } from './requests.ts'
export { resendDocument } from './resend-document.ts'
export { requireRequest, retryDocument } from './retry-document.ts'
export { documentRecord, invoicingRecord, wholeDocumentRecord } from './shapes.ts'
export { invoiceStaffRoutes } from './staff-routes.ts'
export { documentsOfOrder, listDocuments, requireDocument } from './store.ts'
