import type { DeclineReason } from '#connectors/acquirer/acquirer.ts'
import type { Money } from '#kernel/money.ts'
import type { CardShown } from '#pages'
import { cardInWords, compose, type Fact, type Letter, oneLine, type Paper, type Tongue, tongueOf } from './letter.ts'

/** What every letter about a subscription tells of it. */
export type SubscriptionFacts = {
  description: string
  orderNumber: string | undefined
  /** Where the shopper looks after it; undefined where there is no such page. */
  manageUrl: string | undefined
}

export type Missed = SubscriptionFacts & {
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
export function unpaidLetter(paper: Paper, missed: Missed): Letter {
  const tongue = tongueOf(paper)
  const { voice, words, say, day } = tongue
  const { owed, reason, card, retryAt, isLast, again, manageUrl } = missed
  const [amount, date] = [voice.money(owed), day(retryAt)]
  const { subject, title, text } = again ? words.lastNotice : words.unpaid
  const why = reason === 'no_usable_card' ? words.unpaid.noCard : voice.words.declines[reason].reason
  return compose(paper, tongue, {
    subject: say(subject, { date }),
    title,
    paragraphs: [
      say(text, { amount }),
      why,
      say(isLast ? words.unpaid.last : words.unpaid.next, { date }),
      say(manageUrl === undefined ? words.helpAlone : words.help),
    ],
    facts: [...about(tongue, missed), [words.due, amount, 'main'], ...shown(tongue, card), [words.nextTry, date]],
    action: manageUrl === undefined ? undefined : { label: words.newCard, url: manageUrl },
  })
}

export type Expiring = SubscriptionFacts & {
  card: CardShown
  /** The card works through this month. */
  validUntil: Temporal.PlainYearMonth
  next: { amount: Money; at: Temporal.Instant } | undefined
}

/** The card will have expired when the subscription is due next. */
export function expiringLetter(paper: Paper, expiring: Expiring): Letter {
  const tongue = tongueOf(paper)
  const { voice, words, say, day } = tongue
  const { card, validUntil, next, manageUrl } = expiring
  const { subject, title, text, help } = words.expiring
  return compose(paper, tongue, {
    subject: say(subject),
    title,
    paragraphs: [say(text), manageUrl === undefined ? say(words.helpAlone) : help],
    facts: [
      ...about(tongue, expiring),
      ...shown(tongue, card),
      [words.validUntil, validUntil.toString().split('-').reverse().join('/')],
      next !== undefined && [
        voice.words.nextPayment,
        say(voice.words.nextPaymentOn, { amount: voice.money(next.amount), date: day(next.at) }),
      ],
    ],
    action: manageUrl === undefined ? undefined : { label: words.newCard, url: manageUrl },
  })
}

export type Ended = Omit<SubscriptionFacts, 'manageUrl'> & { why: 'byShopper' | 'byMerchant' | 'unpaid' }

/** The subscription is over. */
export function endedLetter(paper: Paper, ended: Ended): Letter {
  const tongue = tongueOf(paper)
  const { words, say } = tongue
  const { subject, title, again } = words.ended
  return compose(paper, tongue, {
    subject: say(subject),
    title,
    paragraphs: [say(words.ended[ended.why]), say(again)],
    facts: about(tongue, ended),
    action: undefined,
  })
}

export type Link = Omit<SubscriptionFacts, 'manageUrl'> & { url: string; expiresAt: Temporal.Instant }

/** The shopper has asked for a new link to their page. */
export function linkLetter(paper: Paper, link: Link): Letter {
  const tongue = tongueOf(paper)
  const { words, say, day } = tongue
  const { subject, title, text, until, unasked } = words.link
  return compose(paper, tongue, {
    subject: say(subject),
    title,
    paragraphs: [say(text), say(until, { date: day(link.expiresAt) }), unasked],
    facts: about(tongue, link),
    action: { label: words.manage, url: link.url },
  })
}

function about({ voice, words }: Tongue, { description, orderNumber }: Omit<SubscriptionFacts, 'manageUrl'>): Fact[] {
  const named: Fact[] = description.trim() === '' ? [] : [[words.subscription, oneLine(description)]]
  return orderNumber === undefined ? named : [...named, [voice.words.order, oneLine(orderNumber)]]
}

const shown = (tongue: Tongue, card: CardShown | undefined): Fact[] =>
  card ? [[tongue.voice.words.card, cardInWords(tongue, card)]] : []
