import type { EmailContent } from '#core/pages'
import type { Money } from '#kernel/base/money.ts'
import { compose, oneLine, type TemplateContext, textsFor } from './email-content.ts'

/** What an email says about an invoice or a credit note, which comes with it. */
export type InvoiceFacts = {
  kind: 'invoice' | 'creditNote'
  /** Of the document, of which the file is made when the email is sent. */
  documentId: bigint
  /** As it is printed. */
  number: string
  amount: Money
  /** Undefined for orders of a payment link, whose number shoppers have not seen. */
  orderNumber: string | undefined
  at: Temporal.Instant
}

export function invoiceEmail(templateContext: TemplateContext, facts: InvoiceFacts): EmailContent {
  const texts = textsFor(templateContext)
  const { i18n, messages, format, day } = texts
  const amount = i18n.money(facts.amount)
  const { subject, title, text, number } = messages[facts.kind]
  return compose(templateContext, texts, {
    subject: format(subject, { number: facts.number }),
    title,
    paragraphs: [format(text, { amount })],
    facts: [
      [i18n.messages.amount, amount, 'main'],
      [number, facts.number],
      [i18n.messages.date, day(facts.at)],
      facts.orderNumber !== undefined && [i18n.messages.order, oneLine(facts.orderNumber)],
    ],
    action: undefined,
  })
}
