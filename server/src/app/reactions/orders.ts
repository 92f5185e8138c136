import { markOpenPeriodUncollectible as markUncollectible, restartPeriod as restart } from '#acquiring/billing'
import {
  emailsOfFailedAttempt,
  emailsOfOrder,
  emailsOfPlannedEnd,
  type OrderEmailInput,
  sendsEmailFor,
} from '#acquiring/emails'
import { type Order, renewCardOfOrders } from '#acquiring/orders'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reaction, ReactionReaders } from './reaction.ts'
import { shownNumber } from './shown-number.ts'

/** When an order ends, its open billing period becomes uncollectible. */
export const markOpenPeriodUncollectible: Reaction<'orderStatusChanged'> = (readers, transition, now) =>
  markUncollectible(readers, now, transition)

/** When an order is extended, its open billing period starts again. */
export const restartPeriod: Reaction<'orderExtended'> = (readers, extended) => restart(readers, extended)

/** When a stored card is renewed, orders that waited for a new one go on. */
export const renewOrders: Reaction<'cardRenewed'> = (readers, renewed, now) => renewCardOfOrders(readers, now, renewed)

/** Its subscriber receives an email when the card expires before the next payment, or the subscription ended. */
export const emailSubscriber: Reaction<'orderStatusChanged'> = async (readers, transition, now) =>
  readers.sendsEmails && sendsEmailFor(transition)
    ? emailsOfOrder(now, transition, await emailInputOf(readers, transition.order, now, transition.card))
    : []

/** Its subscriber receives an email when it is cancelled for later, or kept after all. */
export const emailOfPlannedEnd: Reaction<'orderChanged'> = async (readers, change, now) =>
  change && readers.sendsEmails ? emailsOfPlannedEnd(now, change, await emailInputOf(readers, change.order, now)) : []

/** Its subscriber receives an email when a payment was declined and will be retried. */
export const emailOfFailedAttempt: Reaction<'orderPaymentFailed'> = async (readers, failed, now) =>
  readers.sendsEmails ? emailsOfFailedAttempt(now, failed, await emailInputOf(readers, failed.order, now)) : []

async function emailInputOf(
  readers: ReactionReaders,
  order: Order,
  now: Instant,
  stored?: OrderEmailInput['card'],
): Promise<OrderEmailInput> {
  const [shopper, site, card] = await Promise.all([
    readers.shopper(order.shopperId),
    readers.site(order.siteId),
    stored ?? (order.cardId === undefined ? undefined : readers.card(order.cardId)),
  ])
  const manageUrl = readers.manageUrl(order, now)
  return { order, shopper, site, card, orderNumber: shownNumber(order), manageUrl }
}
