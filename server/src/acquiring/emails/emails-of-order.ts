import { type OrderPaymentFailed, owed } from '#acquiring/billing'
import {
  type ChargedCard,
  endsAt,
  nextBillAt,
  type Order,
  type OrderStatusChanged,
  type PlannedEndChanged,
} from '#acquiring/orders'
import type { Shopper } from '#acquiring/shoppers'
import type { Site } from '#core/directory'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { usableAddress } from './address.ts'
import type { EmailKind } from './email.ts'
import type { FactsOf } from './email-facts.ts'
import { planEmails } from './plan-emails.ts'
import { cardShown, emailLanguage } from './template-context.ts'
import type { EndFacts, SubscriptionFacts } from './templates/subscription-emails.ts'

export type OrderEmailInput = {
  /** As it is after the event. */
  order: Order
  shopper: Shopper
  site: Site
  /** The card that is charged for it, if there is one. */
  card: ChargedCard | undefined
  orderNumber: string | undefined
  manageUrl: string | undefined
}

/** Whether an email is sent for this at all; for others nothing needs to be loaded. */
export const sendsEmailFor = ({ action, order }: Pick<OrderStatusChanged, 'action' | 'order'>): boolean =>
  order.type === 'recurring' && (action === 'cardExpires' || (action === 'end' && whyEnded(order) !== undefined))

/** The emails for a card that will expire before the next payment, and for the end of a subscription. */
export function emailsOfOrder(
  now: Instant,
  { action }: Pick<OrderStatusChanged, 'action'>,
  input: OrderEmailInput,
): Write[] {
  const { order, card } = input
  if (action === 'cardExpires' && card) {
    // One email for each card of an order, however often its interval is changed.
    return write(now, input, 'card-expiring', `card ${card.id} expires`, {
      ...aboutOf(input),
      card: cardShown(card),
      validUntil: Temporal.PlainYearMonth.from({ year: card.expiryYear, month: card.expiryMonth }),
      next: nextOf(order),
    })
  }
  const why = action === 'end' ? whyEnded(order) : undefined
  return why ? write(now, input, 'ended', 'it has ended', { ...aboutOf(input), why }) : []
}

/** The emails for a subscription that is cancelled for later, by its shopper or its merchant, or kept after all: each time. */
export function emailsOfPlannedEnd(
  now: Instant,
  { by, undone }: Pick<PlannedEndChanged, 'by' | 'undone'>,
  input: OrderEmailInput,
): Write[] {
  const { order } = input
  if (undone)
    return write(now, input, 'kept', `kept by version ${order.version}`, { ...aboutOf(input), by, next: nextOf(order) })
  const at = endsAt(order)
  if (!at) return []
  const lastBill = nextBillAt(order) && order.amount
  return write(now, input, 'ending', `cancelled by version ${order.version}`, {
    ...aboutOf(input),
    by,
    endsAt: at,
    lastBill,
  })
}

/**
 * The emails for a period that was declined and is retried: one at the first decline and one before the last retry. If
 * the schedule has one retry, one email says both.
 */
export function emailsOfFailedAttempt(now: Instant, failed: OrderPaymentFailed, input: OrderEmailInput): Write[] {
  const { billingPeriod, reason, retryAt, retriesLeft } = failed
  const isLast = retriesLeft === 1
  const again = isLast && billingPeriod.failures > 1
  // A new due date begins the period anew, and its emails too.
  const since = `period ${billingPeriod.period}, declined first at ${billingPeriod.firstFailedAt}`
  const [kind, fact]: ['unpaid' | 'last-notice', string] = again
    ? ['last-notice', `${since}, is tried for the last time`]
    : ['unpaid', `${since}, is not paid`]
  return write(now, input, kind, fact, {
    ...aboutOf(input),
    owed: owed(billingPeriod),
    reason,
    card: input.card && cardShown(input.card),
    retryAt,
    isLast,
    again,
  })
}

/** The email with a new link that the shopper requested. It is sent whatever emails the site has turned off. */
export function emailOfLink(
  now: Instant,
  input: Omit<OrderEmailInput, 'card' | 'manageUrl'> & { url: string; expiresAt: Instant; language: Language },
): Write[] {
  const { order, shopper, orderNumber, url, expiresAt, language } = input
  const address = usableAddress(shopper.email)
  if (!address || shopper.removed) return []
  const facts = { description: order.description, orderNumber, url, expiresAt }
  return planEmails(now, [
    { order, kind: 'link', fact: `link of ${now}`, recipient: 'shopper', address, language, facts },
  ])
}

function write<K extends EmailKind>(
  now: Instant,
  { order, shopper, site }: OrderEmailInput,
  kind: K,
  fact: string,
  facts: FactsOf[K],
): Write[] {
  const address = usableAddress(shopper.email)
  if (!address || shopper.removed || !site.reminders || order.type !== 'recurring') return []
  const language = emailLanguage(site, order)
  return planEmails(now, [{ order, kind, fact, recipient: 'shopper', address, language, facts }])
}

const nextOf = (order: Order) => {
  const at = nextBillAt(order)
  return at && { amount: order.amount, at }
}

const aboutOf = ({ order, orderNumber, manageUrl }: OrderEmailInput): SubscriptionFacts => ({
  description: order.description,
  orderNumber,
  manageUrl,
})

/** A customer whom the store has deleted receives no emails. */
function whyEnded({ endReason }: Order): EndFacts['why'] | undefined {
  if (endReason === 'customer_deleted') return undefined
  if (endReason === 'cancelled_by_shopper') return 'byShopper'
  return endReason === 'cancelled_by_merchant' || endReason === 'merchant_closed' ? 'byMerchant' : 'unpaid'
}
