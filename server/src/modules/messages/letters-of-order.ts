import type { Site } from '#directory'
import type { Instant } from '#kernel/clock.ts'
import type { Write } from '#kernel/commit.ts'
import { type Order, type OrderMissed, type OrderMoved, owed } from '#orders'
import type { Language } from '#pages'
import type { Shopper, StoredCard } from '#shoppers'
import { usableAddress } from './address.ts'
import type { Letter, Paper } from './letters/letter.ts'
import {
  type Ended,
  endedLetter,
  expiringLetter,
  linkLetter,
  type SubscriptionFacts,
  unpaidLetter,
} from './letters/subscription-letters.ts'
import { cardShown, paperOf } from './paper.ts'
import { planLetters } from './plan-letters.ts'
import type { LetterKind } from './post.ts'

export type OrderNews = {
  /** As it is after what happened. */
  order: Order
  shopper: Shopper
  site: Site
  /** The card that pays it, if there is one. */
  card: StoredCard | undefined
  orderNumber: string | undefined
  manageUrl: string | undefined
}

/** Whether a subscriber is written of this at all: others are not asked about. */
export const isToldOf = ({ action, order }: Pick<OrderMoved, 'action' | 'order'>): boolean =>
  order.type === 'recurring' && (action === 'cardExpires' || (action === 'end' && whyEnded(order) !== undefined))

/** A subscription's card will have expired, or it has ended. */
export function lettersOfMove(now: Instant, { action }: Pick<OrderMoved, 'action'>, news: OrderNews): Write[] {
  const { order, card } = news
  if (action === 'cardExpires' && card) {
    // One card of an order is told of once, however often its interval is changed.
    return write(now, news, 'card-expiring', `card ${card.id} expires`, (paper) =>
      expiringLetter(paper, {
        ...aboutOf(news),
        card: cardShown(card),
        validUntil: Temporal.PlainYearMonth.from({ year: card.expiryYear, month: card.expiryMonth }),
        next: order.dueAt && { amount: order.amount, at: order.dueAt },
      }),
    )
  }
  const why = action === 'end' ? whyEnded(order) : undefined
  return why ? write(now, news, 'ended', 'it has ended', (paper) => endedLetter(paper, { ...aboutOf(news), why })) : []
}

/**
 * A period was declined and is tried again. The shopper is written at the first decline and before the last retry; where
 * the list has one retry both are one letter.
 */
export function lettersOfMiss(now: Instant, missed: OrderMissed, news: OrderNews): Write[] {
  const { charge, reason, retryAt, retriesLeft } = missed
  const isLast = retriesLeft === 1
  const again = isLast && charge.failures > 1
  // A new due date begins the period anew, and what follows is told anew.
  const since = `period ${charge.period}, declined first at ${charge.firstFailedAt}`
  const [kind, fact]: [LetterKind, string] = again
    ? ['last-notice', `${since}, is tried for the last time`]
    : ['unpaid', `${since}, is not paid`]
  return write(now, news, kind, fact, (paper) =>
    unpaidLetter(paper, {
      ...aboutOf(news),
      owed: owed(charge),
      reason,
      card: news.card && cardShown(news.card),
      retryAt,
      isLast,
      again,
    }),
  )
}

/** The shopper has asked for a new link. It is written whatever the site sends, because they asked. */
export function letterOfLink(
  now: Instant,
  news: Omit<OrderNews, 'card' | 'manageUrl'> & { url: string; expiresAt: Instant; language: Language },
): Write[] {
  const { order, shopper, site, orderNumber, url, expiresAt, language } = news
  const address = usableAddress(shopper.email)
  if (!address || shopper.removed) return []
  const letter = linkLetter(paperOf(site, { language }, 'shopper'), {
    description: order.description,
    orderNumber,
    url,
    expiresAt,
  })
  return planLetters(now, [{ order, kind: 'link', fact: `link of ${now}`, reader: 'shopper', address, letter }])
}

function write(
  now: Instant,
  { order, shopper, site }: OrderNews,
  kind: LetterKind,
  fact: string,
  letterOn: (paper: Paper) => Letter,
): Write[] {
  const address = usableAddress(shopper.email)
  if (!address || shopper.removed || !site.reminders || order.type !== 'recurring') return []
  const letter = letterOn(paperOf(site, order, 'shopper'))
  return planLetters(now, [{ order, kind, fact, reader: 'shopper', address, letter }])
}

const aboutOf = ({ order, orderNumber, manageUrl }: OrderNews): SubscriptionFacts => ({
  description: order.description,
  orderNumber,
  manageUrl,
})

/** Somebody whom the store has deleted hears nothing more. */
function whyEnded({ endReason }: Order): Ended['why'] | undefined {
  if (endReason === 'customer_deleted') return undefined
  if (endReason === 'cancelled_by_shopper') return 'byShopper'
  return endReason === 'cancelled_by_merchant' ? 'byMerchant' : 'unpaid'
}
