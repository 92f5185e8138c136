import type { Site } from '#core/directory'
import type { Language } from '#core/i18n'
import type { EmailContent } from '#core/pages'
import { type Money, money } from '#kernel/base/money.ts'
import type { EmailKind, Recipient } from './email.ts'
import { templateContextOf } from './template-context.ts'
import { type InvoiceFacts, invoiceEmail } from './templates/invoice-email.ts'
import {
  type MoneyFacts,
  type ReceiptFacts,
  type RecoveryFacts,
  type RefundFacts,
  receiptEmail,
  recoveryEmail,
  refundEmail,
} from './templates/money-emails.ts'
import {
  cancellationEmail,
  cardExpiringEmail,
  type EndFacts,
  type ExpiringCardFacts,
  type FailedPaymentFacts,
  type KeptFacts,
  type LinkFacts,
  type PlannedEndFacts,
  paymentFailedEmail,
  selfServiceLinkEmail,
  subscriptionEndedEmail,
  subscriptionKeptEmail,
} from './templates/subscription-emails.ts'

/** What an email of each kind says. It is stored so, and put into words when it is sent. */
export type FactsOf = {
  receipt: ReceiptFacts
  reservation: ReceiptFacts
  'money-back': RefundFacts
  unpaid: FailedPaymentFacts
  'last-notice': FailedPaymentFacts
  'card-expiring': ExpiringCardFacts
  ending: PlannedEndFacts
  kept: KeptFacts
  ended: EndFacts
  link: LinkFacts
  recovery: RecoveryFacts
  invoice: InvoiceFacts
  'credit-note': InvoiceFacts
}

/** Facts as JSON has them: numbers of any size and moments are text. What is undefined is not there. */
type Stored<T> = T extends bigint | Temporal.Instant | Temporal.PlainYearMonth
  ? string
  : T extends object
    ? { [K in keyof T]: Stored<T[K]> }
    : T

/** The content of an email in its row. An email that was written before facts were stored has its finished words. */
export type StoredContent = { language: Language; facts: Stored<FactsOf[EmailKind]> } | EmailContent

/** An email of one kind, as much as its words depend on. */
type Worded = { kind: EmailKind; recipient: Recipient; content: StoredContent }

/** The words of a stored email, in the name of its site as it is now. */
export function contentOf({ kind, recipient, content }: Worded, site: Site): EmailContent {
  if ('paragraphs' in content) return content
  const { language, facts } = content
  const templateContext = templateContextOf(site, { language, recipient })
  const wordsOf = templates[kind] as Template<EmailKind>
  return wordsOf(templateContext, facts)
}

/** The invoice or credit note that an email carries. */
export const documentOf = ({ kind, content }: Pick<Worded, 'kind' | 'content'>): bigint | undefined =>
  (kind === 'invoice' || kind === 'credit-note') && 'facts' in content
    ? BigInt((content.facts as Stored<InvoiceFacts>).documentId)
    : undefined

type Template<K extends EmailKind> = (
  templateContext: ReturnType<typeof templateContextOf>,
  facts: Stored<FactsOf[K]>,
) => EmailContent

const receipt: Template<'receipt'> = (templateContext, facts) =>
  receiptEmail(templateContext, {
    ...readMoneyFacts(facts),
    how: facts.how,
    reserved: facts.reserved && readMoney(facts.reserved),
    next: readNext(facts.next),
    manageUrl: facts.manageUrl,
  })

const invoice: Template<'invoice'> = (templateContext, facts) =>
  invoiceEmail(templateContext, {
    ...facts,
    documentId: BigInt(facts.documentId),
    amount: readMoney(facts.amount),
    at: instant(facts.at),
  })

const paymentFailed: Template<'unpaid'> = (templateContext, facts) =>
  paymentFailedEmail(templateContext, { ...facts, owed: readMoney(facts.owed), retryAt: instant(facts.retryAt) })

const templates: { readonly [K in EmailKind]: Template<K> } = {
  receipt,
  reservation: receipt,
  'money-back': (templateContext, facts) => refundEmail(templateContext, { ...readMoneyFacts(facts), how: facts.how }),
  unpaid: paymentFailed,
  'last-notice': paymentFailed,
  'card-expiring': (templateContext, facts) =>
    cardExpiringEmail(templateContext, {
      ...facts,
      validUntil: Temporal.PlainYearMonth.from(facts.validUntil),
      next: readNext(facts.next),
    }),
  ending: (templateContext, facts) =>
    cancellationEmail(templateContext, {
      ...facts,
      endsAt: instant(facts.endsAt),
      lastBill: facts.lastBill && readMoney(facts.lastBill),
    }),
  kept: (templateContext, facts) => subscriptionKeptEmail(templateContext, { ...facts, next: readNext(facts.next) }),
  ended: subscriptionEndedEmail,
  link: (templateContext, facts) =>
    selfServiceLinkEmail(templateContext, { ...facts, expiresAt: instant(facts.expiresAt) }),
  recovery: (templateContext, facts) => recoveryEmail(templateContext, { ...facts, amount: readMoney(facts.amount) }),
  invoice,
  'credit-note': invoice,
}

const readMoneyFacts = (facts: Stored<MoneyFacts>): MoneyFacts => ({
  ...facts,
  amount: readMoney(facts.amount),
  number: BigInt(facts.number),
  items: facts.items.map((item) => ({ ...item, total: readMoney(item.total) })),
  at: instant(facts.at),
})

const readMoney = ({ minor, currency }: Stored<Money>): Money => money(BigInt(minor), currency)
const readNext = (next: Stored<ReceiptFacts['next']>): ReceiptFacts['next'] =>
  next && { amount: readMoney(next.amount), at: instant(next.at) }
const instant = (text: string): Temporal.Instant => Temporal.Instant.from(text)
