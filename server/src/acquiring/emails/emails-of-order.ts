import { type OrderPaymentFailed, owed } from '#acquiring/billing'
import type { Order, OrderStatusChanged } from '#acquiring/orders'
import type { Shopper, StoredCard } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { usableAddress } from './address.ts'
import type { EmailKind } from './email.ts'
import { planEmails } from './plan-emails.ts'
import { cardShown, templateContextOf } from './template-context.ts'
import type { EmailContent, TemplateContext } from './templates/email-content.ts'
import {
  cardExpiringEmail,
  type Ended,
  paymentFailedEmail,
  type SubscriptionFacts,
  selfServiceLinkEmail,
  subscriptionEndedEmail,
} from './templates/subscription-emails.ts'

export type OrderEmailInput = {
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
export const sendsEmailFor = ({ action, order }: Pick<OrderStatusChanged, 'action' | 'order'>): boolean =>
  order.type === 'recurring' && (action === 'cardExpires' || (action === 'end' && whyEnded(order) !== undefined))

/** A subscription's card will have expired, or it has ended. */
export function emailsOfOrder(
  now: Instant,
  { action }: Pick<OrderStatusChanged, 'action'>,
  input: OrderEmailInput,
): Write[] {
  const { order, card } = input
  if (action === 'cardExpires' && card) {
    // One card of an order is told of once, however often its interval is changed.
    return write(now, input, 'card-expiring', `card ${card.id} expires`, (templateContext) =>
      cardExpiringEmail(templateContext, {
        ...aboutOf(input),
        card: cardShown(card),
        validUntil: Temporal.PlainYearMonth.from({ year: card.expiryYear, month: card.expiryMonth }),
        next: order.dueAt && { amount: order.amount, at: order.dueAt },
      }),
    )
  }
  const why = action === 'end' ? whyEnded(order) : undefined
  return why
    ? write(now, input, 'ended', 'it has ended', (templateContext) =>
        subscriptionEndedEmail(templateContext, { ...aboutOf(input), why }),
      )
    : []
}

/**
 * A period was declined and is tried again. The shopper is written at the first decline and before the last retry; where
 * the list has one retry both are one letter.
 */
export function emailsOfFailedAttempt(now: Instant, failed: OrderPaymentFailed, input: OrderEmailInput): Write[] {
  const { billingPeriod, reason, retryAt, retriesLeft } = failed
  const isLast = retriesLeft === 1
  const again = isLast && billingPeriod.failures > 1
  // A new due date begins the period anew, and what follows is told anew.
  const since = `period ${billingPeriod.period}, declined first at ${billingPeriod.firstFailedAt}`
  const [kind, fact]: [EmailKind, string] = again
    ? ['last-notice', `${since}, is tried for the last time`]
    : ['unpaid', `${since}, is not paid`]
  return write(now, input, kind, fact, (templateContext) =>
    paymentFailedEmail(templateContext, {
      ...aboutOf(input),
      owed: owed(billingPeriod),
      reason,
      card: input.card && cardShown(input.card),
      retryAt,
      isLast,
      again,
    }),
  )
}

/** The shopper has asked for a new link. It is written whatever the site sends, because they asked. */
export function emailOfLink(
  now: Instant,
  input: Omit<OrderEmailInput, 'card' | 'manageUrl'> & { url: string; expiresAt: Instant; language: Language },
): Write[] {
  const { order, shopper, site, orderNumber, url, expiresAt, language } = input
  const address = usableAddress(shopper.email)
  if (!address || shopper.removed) return []
  const email = selfServiceLinkEmail(templateContextOf(site, { language }, 'shopper'), {
    description: order.description,
    orderNumber,
    url,
    expiresAt,
  })
  return planEmails(now, [{ order, kind: 'link', fact: `link of ${now}`, recipient: 'shopper', address, email }])
}

function write(
  now: Instant,
  { order, shopper, site }: OrderEmailInput,
  kind: EmailKind,
  fact: string,
  emailWith: (templateContext: TemplateContext) => EmailContent,
): Write[] {
  const address = usableAddress(shopper.email)
  if (!address || shopper.removed || !site.reminders || order.type !== 'recurring') return []
  const email = emailWith(templateContextOf(site, order, 'shopper'))
  return planEmails(now, [{ order, kind, fact, recipient: 'shopper', address, email }])
}

const aboutOf = ({ order, orderNumber, manageUrl }: OrderEmailInput): SubscriptionFacts => ({
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
