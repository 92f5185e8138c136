import type { CardShown } from '#core/pages'
import type { Money } from '#kernel/base/money.ts'
import {
  cardText,
  compose,
  type EmailContent,
  type Fact,
  oneLine,
  type TemplateContext,
  tongueOf,
} from './email-content.ts'

/** What a letter tells of a payment. */
export type MoneyFacts = {
  amount: Money
  /** Of the payment; of money given back, the payment it came from. */
  number: bigint
  /** Absent for orders of a payment link, whose number no shopper has seen. */
  orderNumber: string | undefined
  description: string
  items: readonly { name: string; units: string; total: Money }[]
  card: CardShown
  at: Temporal.Instant
}

export type Receipt = MoneyFacts & {
  how: 'paid' | 'renewed' | 'charged' | 'partPaid' | 'reserved' | 'captured'
  /** Of what was reserved before and not all of which was taken. */
  reserved: Money | undefined
  /** Of a subscription: what comes next. */
  next: { amount: Money; at: Temporal.Instant } | undefined
  manageUrl: string | undefined
}

/** Money was taken, or is reserved: the receipt. */
export function receiptEmail(templateContext: TemplateContext, receipt: Receipt): EmailContent {
  const tongue = tongueOf(templateContext)
  const { i18n, messages, format, day } = tongue
  const { how, reserved, next, manageUrl } = receipt
  const amount = i18n.money(receipt.amount)
  const { subject, title, text } = messages[how]
  const paragraphs = [format(text, { amount })]
  if (reserved) paragraphs.push(format(messages.captured.partly, { reserved: i18n.money(reserved) }))
  return compose(templateContext, tongue, {
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

export type RefundNotice = MoneyFacts & {
  /** `refunded` after the settlement, `cancelled` before it; `released`: nothing was ever taken. */
  how: 'refunded' | 'cancelled' | 'released'
}

/** Money goes back, or what was reserved is free again. */
export function refundEmail(templateContext: TemplateContext, back: RefundNotice): EmailContent {
  const tongue = tongueOf(templateContext)
  const { i18n, messages, format } = tongue
  const amount = i18n.money(back.amount)
  const { subject, title, text } = messages[back.how]
  return compose(templateContext, tongue, {
    subject: format(subject, { amount }),
    title,
    paragraphs: [format(text, { amount })],
    facts: [
      [back.how === 'released' ? i18n.messages.amount : messages.givenBack, amount, 'main'],
      ...recordOf(templateContext, back),
    ],
    action: undefined,
  })
}

function itemsOf(templateContext: TemplateContext, { items }: MoneyFacts): Fact[] {
  const { i18n } = tongueOf(templateContext)
  const shown = items.length > itemsMax ? items.slice(0, itemsMax - 1) : items
  const rows = shown.map(({ name, units, total }): Fact => {
    const times = units === '1' ? '' : `${i18n.decimal(units)} × `
    return [`${times}${oneLine(name)}`, i18n.money(total)]
  })
  return shown.length < items.length ? [...rows, [`+ ${items.length - shown.length}`, '…']] : rows
}
/** A receipt is kept for good, and is no place for a whole catalogue. */
const itemsMax = 30

/** What somebody needs who asks about it. */
function recordOf(
  templateContext: TemplateContext,
  { card, at, orderNumber, number, items, description }: MoneyFacts,
): Fact[] {
  const tongue = tongueOf(templateContext)
  const { i18n, messages } = tongue
  const { card: cardLabel, date, description: descriptionLabel, order } = i18n.messages
  return [
    ...(items.length === 0 && description.trim() !== '' ? [[descriptionLabel, oneLine(description)] as const] : []),
    [cardLabel, cardText(tongue, card)],
    [date, i18n.dateTime(at.toZonedDateTimeISO(templateContext.timeZone))],
    ...(orderNumber === undefined ? [] : [[order, oneLine(orderNumber)] as const]),
    [messages.payment, String(number)],
  ]
}
