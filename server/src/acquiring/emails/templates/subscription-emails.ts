import type { DeclineReason } from '#connectors/acquirer/port.ts'
import type { CardShown, EmailContent, EmailFact } from '#core/pages'
import type { Money } from '#kernel/base/money.ts'
import { cardText, compose, type EmailTexts, oneLine, type TemplateContext, textsFor } from './email-content.ts'

/** What every email about a subscription says. */
export type SubscriptionFacts = {
  description: string
  orderNumber: string | undefined
  /** The subscription's page; undefined if there is none. */
  manageUrl: string | undefined
}

export type FailedPaymentFacts = SubscriptionFacts & {
  owed: Money
  reason: DeclineReason | 'no_usable_card'
  card: CardShown | undefined
  retryAt: Temporal.Instant
  /** The retry is the last one: if it fails, the subscription ends. */
  isLast: boolean
  /** An email about this period was sent before. */
  again: boolean
}

/** A payment of a subscription failed: what happened, when it is retried, and what the shopper can do. */
export function paymentFailedEmail(templateContext: TemplateContext, failed: FailedPaymentFacts): EmailContent {
  const texts = textsFor(templateContext)
  const { i18n, messages, format, day } = texts
  const { owed, reason, card, retryAt, isLast, again, manageUrl } = failed
  const [amount, date] = [i18n.money(owed), day(retryAt)]
  const { subject, title, text } = again ? messages.lastNotice : messages.unpaid
  const why = reason === 'no_usable_card' ? messages.unpaid.noCard : i18n.messages.declines[reason].reason
  return compose(templateContext, texts, {
    subject: format(subject, { date }),
    title,
    paragraphs: [
      format(text, { amount }),
      why,
      format(isLast ? messages.unpaid.last : messages.unpaid.next, { date }),
      format(manageUrl === undefined ? messages.helpAlone : messages.help),
    ],
    facts: [...about(texts, failed), [messages.due, amount, 'main'], ...shown(texts, card), [messages.nextTry, date]],
    action: manageUrl === undefined ? undefined : { label: messages.newCard, url: manageUrl },
  })
}

export type ExpiringCardFacts = SubscriptionFacts & {
  card: CardShown
  /** The last month in which the card is valid. */
  validUntil: Temporal.PlainYearMonth
  next: { amount: Money; at: Temporal.Instant } | undefined
}

/** The card will have expired when the subscription is due next. */
export function cardExpiringEmail(templateContext: TemplateContext, expiring: ExpiringCardFacts): EmailContent {
  const texts = textsFor(templateContext)
  const { messages, format } = texts
  const { card, validUntil, next, manageUrl } = expiring
  const { subject, title, text, help } = messages.expiring
  return compose(templateContext, texts, {
    subject: format(subject),
    title,
    paragraphs: [format(text), manageUrl === undefined ? format(messages.helpAlone) : help],
    facts: [
      ...about(texts, expiring),
      ...shown(texts, card),
      [messages.validUntil, validUntil.toString().split('-').reverse().join('/')],
      nextPayment(texts, next),
    ],
    action: manageUrl === undefined ? undefined : { label: messages.newCard, url: manageUrl },
  })
}

/** Whose decision it was; absent in an email that was written before merchants' were. */
type DecidedBy = { by?: 'shopper' | 'merchant' }

export type PlannedEndFacts = SubscriptionFacts &
  DecidedBy & {
    endsAt: Temporal.Instant
    /** It is billed once more, and ends when that is paid. Absent: it ends with what is paid. */
    lastBill?: Money | undefined
  }

/** The shopper or the merchant has cancelled, and the subscription ends later. */
export function cancellationEmail(templateContext: TemplateContext, ending: PlannedEndFacts): EmailContent {
  const texts = textsFor(templateContext)
  const { i18n, messages, format, day } = texts
  const { by, endsAt, lastBill, manageUrl } = ending
  const date = day(endsAt)
  const { keep, byMerchant, ...byShopper } = messages.ending
  const { subject, title, text } = by === 'merchant' ? byMerchant : byShopper
  const when = lastBill ? format(byMerchant.lastBill, { date, amount: i18n.money(lastBill) }) : format(text, { date })
  return compose(templateContext, texts, {
    subject: format(subject),
    title,
    paragraphs: [when, ...(by === 'merchant' || manageUrl === undefined ? [] : [keep])],
    facts: about(texts, ending),
    action: manageUrl === undefined ? undefined : { label: messages.manage, url: manageUrl },
  })
}

export type KeptFacts = SubscriptionFacts & DecidedBy & { next: { amount: Money; at: Temporal.Instant } | undefined }

/** The shopper or the merchant has taken that back. */
export function subscriptionKeptEmail(templateContext: TemplateContext, kept: KeptFacts): EmailContent {
  const texts = textsFor(templateContext)
  const { messages, format } = texts
  const { by, next, manageUrl } = kept
  const { subject, title, text, byMerchant } = messages.kept
  return compose(templateContext, texts, {
    subject: format(subject),
    title,
    paragraphs: [format(by === 'merchant' ? byMerchant : text)],
    facts: [...about(texts, kept), nextPayment(texts, next)],
    action: manageUrl === undefined ? undefined : { label: messages.manage, url: manageUrl },
  })
}

export type EndFacts = Omit<SubscriptionFacts, 'manageUrl'> & { why: 'byShopper' | 'byMerchant' | 'unpaid' }

/** The subscription has ended. */
export function subscriptionEndedEmail(templateContext: TemplateContext, ended: EndFacts): EmailContent {
  const texts = textsFor(templateContext)
  const { messages, format } = texts
  const { subject, title, again } = messages.ended
  return compose(templateContext, texts, {
    subject: format(subject),
    title,
    paragraphs: [format(messages.ended[ended.why]), format(again)],
    facts: about(texts, ended),
    action: undefined,
  })
}

export type LinkFacts = Omit<SubscriptionFacts, 'manageUrl'> & { url: string; expiresAt: Temporal.Instant }

/** The shopper has requested a new link to their page. */
export function selfServiceLinkEmail(templateContext: TemplateContext, link: LinkFacts): EmailContent {
  const texts = textsFor(templateContext)
  const { messages, format, day } = texts
  const { subject, title, text, until, unasked } = messages.link
  return compose(templateContext, texts, {
    subject: format(subject),
    title,
    paragraphs: [format(text), format(until, { date: day(link.expiresAt) }), unasked],
    facts: about(texts, link),
    action: { label: messages.manage, url: link.url },
  })
}

const nextPayment = ({ i18n, format, day }: EmailTexts, next: KeptFacts['next']): EmailFact | false =>
  next !== undefined && [
    i18n.messages.nextPayment,
    format(i18n.messages.nextPaymentOn, { amount: i18n.money(next.amount), date: day(next.at) }),
  ]

function about(
  { i18n, messages }: EmailTexts,
  { description, orderNumber }: Omit<SubscriptionFacts, 'manageUrl'>,
): EmailFact[] {
  const named: EmailFact[] = description.trim() === '' ? [] : [[messages.subscription, oneLine(description)]]
  return orderNumber === undefined ? named : [...named, [i18n.messages.order, oneLine(orderNumber)]]
}

const shown = (texts: EmailTexts, card: CardShown | undefined): EmailFact[] =>
  card ? [[texts.i18n.messages.card, cardText(texts, card)]] : []
