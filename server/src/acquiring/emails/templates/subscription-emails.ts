import type { DeclineReason } from '#connectors/acquirer/acquirer.ts'
import type { CardShown } from '#core/pages'
import type { Money } from '#kernel/base/money.ts'
import {
  cardText,
  compose,
  type EmailContent,
  type Fact,
  oneLine,
  type TemplateContext,
  type Tongue,
  tongueOf,
} from './email-content.ts'

/** What every letter about a subscription tells of it. */
export type SubscriptionFacts = {
  description: string
  orderNumber: string | undefined
  /** Where the shopper looks after it; undefined where there is no such page. */
  manageUrl: string | undefined
}

export type FailedAttempt = SubscriptionFacts & {
  owed: Money
  reason: DeclineReason | 'no_usable_card'
  card: CardShown | undefined
  retryAt: Temporal.Instant
  /** The retry is the last one: if it fails, the subscription ends. */
  isLast: boolean
  /** They have been written of this before. */
  again: boolean
}

/** A payment of a subscription failed: what happened, what comes next, and what they can do. */
export function paymentFailedEmail(templateContext: TemplateContext, failed: FailedAttempt): EmailContent {
  const tongue = tongueOf(templateContext)
  const { i18n, messages, format, day } = tongue
  const { owed, reason, card, retryAt, isLast, again, manageUrl } = failed
  const [amount, date] = [i18n.money(owed), day(retryAt)]
  const { subject, title, text } = again ? messages.lastNotice : messages.unpaid
  const why = reason === 'no_usable_card' ? messages.unpaid.noCard : i18n.messages.declines[reason].reason
  return compose(templateContext, tongue, {
    subject: format(subject, { date }),
    title,
    paragraphs: [
      format(text, { amount }),
      why,
      format(isLast ? messages.unpaid.last : messages.unpaid.next, { date }),
      format(manageUrl === undefined ? messages.helpAlone : messages.help),
    ],
    facts: [...about(tongue, failed), [messages.due, amount, 'main'], ...shown(tongue, card), [messages.nextTry, date]],
    action: manageUrl === undefined ? undefined : { label: messages.newCard, url: manageUrl },
  })
}

export type Expiring = SubscriptionFacts & {
  card: CardShown
  /** The card works through this month. */
  validUntil: Temporal.PlainYearMonth
  next: { amount: Money; at: Temporal.Instant } | undefined
}

/** The card will have expired when the subscription is due next. */
export function cardExpiringEmail(templateContext: TemplateContext, expiring: Expiring): EmailContent {
  const tongue = tongueOf(templateContext)
  const { i18n, messages, format, day } = tongue
  const { card, validUntil, next, manageUrl } = expiring
  const { subject, title, text, help } = messages.expiring
  return compose(templateContext, tongue, {
    subject: format(subject),
    title,
    paragraphs: [format(text), manageUrl === undefined ? format(messages.helpAlone) : help],
    facts: [
      ...about(tongue, expiring),
      ...shown(tongue, card),
      [messages.validUntil, validUntil.toString().split('-').reverse().join('/')],
      next !== undefined && [
        i18n.messages.nextPayment,
        format(i18n.messages.nextPaymentOn, { amount: i18n.money(next.amount), date: day(next.at) }),
      ],
    ],
    action: manageUrl === undefined ? undefined : { label: messages.newCard, url: manageUrl },
  })
}

export type Ended = Omit<SubscriptionFacts, 'manageUrl'> & { why: 'byShopper' | 'byMerchant' | 'unpaid' }

/** The subscription is over. */
export function subscriptionEndedEmail(templateContext: TemplateContext, ended: Ended): EmailContent {
  const tongue = tongueOf(templateContext)
  const { messages, format } = tongue
  const { subject, title, again } = messages.ended
  return compose(templateContext, tongue, {
    subject: format(subject),
    title,
    paragraphs: [format(messages.ended[ended.why]), format(again)],
    facts: about(tongue, ended),
    action: undefined,
  })
}

export type Link = Omit<SubscriptionFacts, 'manageUrl'> & { url: string; expiresAt: Temporal.Instant }

/** The shopper has asked for a new link to their page. */
export function selfServiceLinkEmail(templateContext: TemplateContext, link: Link): EmailContent {
  const tongue = tongueOf(templateContext)
  const { messages, format, day } = tongue
  const { subject, title, text, until, unasked } = messages.link
  return compose(templateContext, tongue, {
    subject: format(subject),
    title,
    paragraphs: [format(text), format(until, { date: day(link.expiresAt) }), unasked],
    facts: about(tongue, link),
    action: { label: messages.manage, url: link.url },
  })
}

function about({ i18n, messages }: Tongue, { description, orderNumber }: Omit<SubscriptionFacts, 'manageUrl'>): Fact[] {
  const named: Fact[] = description.trim() === '' ? [] : [[messages.subscription, oneLine(description)]]
  return orderNumber === undefined ? named : [...named, [i18n.messages.order, oneLine(orderNumber)]]
}

const shown = (tongue: Tongue, card: CardShown | undefined): Fact[] =>
  card ? [[tongue.i18n.messages.card, cardText(tongue, card)]] : []
