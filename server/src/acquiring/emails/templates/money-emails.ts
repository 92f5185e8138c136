import type { CardShown, EmailContent, EmailFact } from '#core/pages'
import type { Money } from '#kernel/base/money.ts'
import { cardText, compose, oneLine, type TemplateContext, textsFor } from './email-content.ts'

/** What an email says about a payment. */
export type MoneyFacts = {
  amount: Money
  /** Of the payment; of a refund, the payment that it refunds. */
  number: bigint
  /** Undefined for orders of a payment link, whose number shoppers have not seen. */
  orderNumber: string | undefined
  description: string
  items: readonly { name: string; units: string; total: Money }[]
  card: CardShown
  at: Temporal.Instant
}

export type ReceiptFacts = MoneyFacts & {
  how: 'paid' | 'renewed' | 'charged' | 'partPaid' | 'reserved' | 'captured'
  /** The authorized amount, if only a part of it was captured. */
  reserved: Money | undefined
  /** The next payment of a subscription. */
  next: { amount: Money; at: Temporal.Instant } | undefined
  manageUrl: string | undefined
}

/** The receipt for money that was captured or authorized. */
export function receiptEmail(templateContext: TemplateContext, receipt: ReceiptFacts): EmailContent {
  const texts = textsFor(templateContext)
  const { i18n, messages, format, day } = texts
  const { how, reserved, next, manageUrl } = receipt
  const amount = i18n.money(receipt.amount)
  const { subject, title, text } = messages[how]
  const paragraphs = [format(text, { amount })]
  if (reserved) paragraphs.push(format(messages.captured.partly, { reserved: i18n.money(reserved) }))
  return compose(templateContext, texts, {
    subject: format(subject, { amount }),
    title,
    paragraphs,
    facts: [
      ...itemsOf(templateContext, receipt),
      [i18n.messages.amount, amount, 'main'],
      ...recordOf(templateContext, receipt),
      [i18n.messages.onStatement, templateContext.descriptor],
      next !== undefined && [
        i18n.messages.nextPayment,
        format(i18n.messages.nextPaymentOn, { amount: i18n.money(next.amount), date: day(next.at) }),
      ],
    ],
    action: manageUrl === undefined ? undefined : { label: messages.manage, url: manageUrl },
  })
}

export type RecoveryFacts = {
  amount: Money
  description: string
  /** Undefined if its shopper has not seen one. */
  orderNumber: string | undefined
  url: string
}

/** A payment was declined: how the shopper can pay it after all. */
export function recoveryEmail(templateContext: TemplateContext, facts: RecoveryFacts): EmailContent {
  const texts = textsFor(templateContext)
  const { i18n, messages, format } = texts
  const amount = i18n.money(facts.amount)
  const { subject, title, text, pay } = messages.recovery
  return compose(templateContext, texts, {
    subject: format(subject, { amount }),
    title,
    paragraphs: [format(text, { amount })],
    facts: [
      facts.description.trim() !== '' && [i18n.messages.description, oneLine(facts.description)],
      facts.orderNumber !== undefined && [i18n.messages.order, oneLine(facts.orderNumber)],
      [i18n.messages.amount, amount, 'main'],
    ],
    action: { label: pay, url: facts.url },
  })
}

export type RefundFacts = MoneyFacts & {
  /** `refunded` after settlement, `cancelled` before it; `released`: nothing was captured. */
  how: 'refunded' | 'cancelled' | 'released'
}

/** The notice that money is refunded, or that an authorization was released. */
export function refundEmail(templateContext: TemplateContext, refund: RefundFacts): EmailContent {
  const texts = textsFor(templateContext)
  const { i18n, messages, format } = texts
  const amount = i18n.money(refund.amount)
  const { subject, title, text } = messages[refund.how]
  return compose(templateContext, texts, {
    subject: format(subject, { amount }),
    title,
    paragraphs: [format(text, { amount })],
    facts: [
      [refund.how === 'released' ? i18n.messages.amount : messages.amountRefunded, amount, 'main'],
      ...recordOf(templateContext, refund),
    ],
    action: undefined,
  })
}

function itemsOf(templateContext: TemplateContext, { items }: MoneyFacts): EmailFact[] {
  const { i18n } = textsFor(templateContext)
  const shown = items.length > itemsMax ? items.slice(0, itemsMax - 1) : items
  const rows = shown.map(({ name, units, total }): EmailFact => {
    const times = units === '1' ? '' : `${i18n.decimal(units)} × `
    return [`${times}${oneLine(name)}`, i18n.money(total)]
  })
  return shown.length < items.length ? [...rows, [`+ ${items.length - shown.length}`, '…']] : rows
}
/** More lines than this are counted and not listed. */
const itemsMax = 30

/** What a shopper needs for a question about the payment. */
function recordOf(
  templateContext: TemplateContext,
  { card, at, orderNumber, number, items, description }: MoneyFacts,
): EmailFact[] {
  const texts = textsFor(templateContext)
  const { i18n, messages } = texts
  const { card: cardLabel, date, description: descriptionLabel, order } = i18n.messages
  return [
    ...(items.length === 0 && description.trim() !== '' ? [[descriptionLabel, oneLine(description)] as const] : []),
    [cardLabel, cardText(texts, card)],
    [date, i18n.dateTime(at.toZonedDateTimeISO(templateContext.timeZone))],
    ...(orderNumber === undefined ? [] : [[order, oneLine(orderNumber)] as const]),
    [messages.payment, String(number)],
  ]
}
