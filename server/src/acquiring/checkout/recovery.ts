import { isMerchantCurrency, type MerchantCurrency } from '#acquiring/ids'
import { findLinkById, findLinkUse, findSharedLink, type Link, linkStateOf, recoveryHash } from '#acquiring/links'
import { findOrderById, type Order } from '#acquiring/orders'
import { isPayment, type Transaction } from '#acquiring/payments'
import { findShopper, type Shopper } from '#acquiring/shoppers'
import { staffActions } from '#core/access'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { CheckoutContext } from './context.ts'
import { refuse } from './refusals.ts'

/** What is known of a transaction that somebody wants to be paid after all. */
export type RecoveryFacts = {
  transaction: Transaction
  order: Order | undefined
  site: Site | undefined
  shopper: Shopper | undefined
  /** The link by which its order came. */
  from: Link | undefined
  /** The link that was made to recover it. */
  made: Link | undefined
  now: Instant
}

export async function readRecovery(ctx: CheckoutContext, transaction: Transaction): Promise<RecoveryFacts> {
  const { db, directory, keys, clock } = ctx
  const { orderId, siteId } = transaction
  const [order, site, use, made] = await Promise.all([
    findOrderById(db, orderId),
    directory.site(siteId),
    findLinkUse(db, orderId),
    findSharedLink(db, recoveryHash(keys, orderId)),
  ])
  const [shopper, from] = await Promise.all([
    order && findShopper(db, order.shopperId),
    use && findLinkById(db, use.linkId),
  ])
  return { transaction, order, site, shopper, from, made, now: clock.now() }
}

/** What can be paid after all, and the link that does it already. */
export type Recoverable = {
  order: Order
  site: Site
  shopper: Shopper
  currency: MerchantCurrency
  link: Link | undefined
}

/** A declined payment of a purchase that nothing else can pay. */
export function requireRecoverable(facts: RecoveryFacts): Recoverable {
  const { transaction, order, site, shopper } = facts
  const no = (why: string) => refuse('payment_not_recoverable', { why })
  if (!order || !site || !shopper || !isPayment(transaction) || transaction.type !== 'deposit') throw no('this is none')
  if (transaction.status !== 'failed') throw no('this one was not declined')
  if (order.type !== 'purchase') throw no('the order is billed again by itself or by the shop')
  if (order.mode !== 'authAndCapture' || order.option) throw no('a link captures at once, for one shop')
  if (order.status !== 'start' && order.status !== 'complete-failed') throw refuse('order_already_paid')
  if (!isMerchantCurrency(order.amount.currency)) throw no('links are not paid in its currency')
  if (!site.active || site.merchantStatus !== 'active') throw refuse('site_inactive', { siteId: site.id })
  return { order, site, shopper, currency: order.amount.currency, link: linkOf(facts, site) }
}

/**
 * The link by which the order came, if its limit holds when it is opened again. By one without a limit the old order could
 * be paid beside a new one: that order ends, and has a link of its own.
 */
function linkOf({ from, made, now }: RecoveryFacts, { timeZone }: Site): Link | undefined {
  if (from?.limitAccess !== undefined) {
    if (linkStateOf(from, now, timeZone) === 'open') return from
    throw refuse('payment_not_recoverable', { why: 'its own link is used up or closed' })
  }
  if (made?.removedAt) throw refuse('recovery_link_removed')
  return made
}

/** No email asks for what is paid, or leads to a page that takes nothing. */
export function requireSendable({ link, site }: Recoverable, now: Instant): void {
  const state = link && linkStateOf(link, now, site.timeZone)
  if (state !== undefined && state !== 'open') throw refuse('recovery_link_not_open', { field: 'send', state })
}

/** What a merchant does by hand with a payment that was declined. */
export const recoveryActions = staffActions({ recover: { permission: 'links:create' } }, [
  'payment_not_recoverable',
  'order_already_paid',
  'site_inactive',
  'recovery_link_removed',
  'recovery_link_not_open',
])

/** There is a link already: it can be sent as long as it is open. */
export const recoveryGuards = (facts: RecoveryFacts) => ({
  recover: () => requireSendable(requireRecoverable(facts), facts.now),
})
