import type { Exported, Selection } from '#core/access'
import type { Db } from '#kernel/db/db.ts'
import type { InvoiceDocument } from './document.ts'
import { documentRecord } from './shapes.ts'
import { documentsAfter } from './store.ts'

/** Invoices and credit notes, for a file. */
export const exportedInvoices = ({ db }: { db: Db }, selection: Selection): Exported<InvoiceDocument> => ({
  columns: invoiceColumns,
  rowsAfter: (after, limit) => documentsAfter(db, { ...selection, after, limit }),
})

export const invoiceColumns: Exported<InvoiceDocument>['columns'] = {
  id: ({ id }) => String(id),
  kind: ({ kind }) => kind,
  number: (one) => documentRecord(one).number,
  issued_at: ({ issuedAt }) => issuedAt,
  site_id: ({ siteId }) => String(siteId),
  order_id: ({ orderId }) => String(orderId),
  payment_id: ({ paymentId }) => String(paymentId),
  transaction_id: ({ transactionId }) => String(transactionId),
  credits: ({ content }) => content.credits?.number,
  currency: ({ amount }) => amount.currency,
  amount: (one) => documentRecord(one).amount,
  vat: (one) => documentRecord(one).vat,
  buyer: ({ buyer }) => buyer.name,
}
