import type { Order } from '#acquiring/orders'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Recipient } from './email.ts'
import { planEmails } from './plan-emails.ts'
import type { InvoiceFacts } from './templates/invoice-email.ts'

export type InvoiceEmailInput = {
  order: Order
  recipient: Recipient
  address: string
  language: Language
  /** Under which an address receives it once; a document that is sent again has another. */
  sending: string
  facts: InvoiceFacts
}

/** The email with an invoice or a credit note; its file is made when it is sent. */
export const emailOfInvoice = (
  now: Instant,
  { order, recipient, address, language, sending, facts }: InvoiceEmailInput,
): Write[] =>
  planEmails(now, [
    {
      order,
      kind: facts.kind === 'invoice' ? 'invoice' : 'credit-note',
      fact: `document ${facts.documentId}, ${sending}`,
      recipient,
      address,
      language,
      facts,
    },
  ])
