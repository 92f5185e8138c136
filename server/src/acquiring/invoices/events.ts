import type { Order } from '#acquiring/orders'
import type { InvoiceDocument } from './document.ts'
import type { DocumentRecipient } from './recipient-of.ts'

/** A document has its number, or is to be sent once more. */
export type InvoiceIssued = {
  document: InvoiceDocument
  order: Order
  /** Undefined: it is not sent. */
  to: DocumentRecipient | undefined
  /** Under which an address receives it once: a document that is sent again has another. */
  sending: string
}

declare module '#kernel/db/events.ts' {
  interface Events {
    invoiceIssued: { body: Record<string, unknown>; subject: InvoiceIssued }
    invoiceResent: { body: Record<string, unknown>; subject: InvoiceIssued }
  }
}
