import { emailOfInvoice } from '#acquiring/emails'
import { numberOf, requestDocument } from '#acquiring/invoices'
import type { Reaction } from './reaction.ts'

/** Money that moves at a site that makes invoices is documented. */
export const invoicePayment: Reaction<'paymentStatusChanged'> = async (readers, transition, now) => {
  const { invoicing } = await readers.site(transition.payment.siteId)
  return invoicing ? requestDocument(now, transition, invoicing) : []
}

/** The recipient of a document receives an email with it. */
export const emailInvoice: Reaction<'invoiceIssued' | 'invoiceResent'> = async (
  { sendsEmails },
  { document, order, to, sending },
  now,
) => {
  if (!sendsEmails || !to) return []
  const { kind, id: documentId, amount, language, content, issuedAt: at } = document
  const facts = { kind, documentId, number: numberOf(document), amount, orderNumber: content.orderNumber, at }
  return emailOfInvoice(now, { order, ...to, language, sending, facts })
}
