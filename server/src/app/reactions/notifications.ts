import { pageIsOpen } from '#acquiring/checkout'
import { isNotified, planNotification } from '#acquiring/notifications'
import { noticeOf, type Order, staysPayable } from '#acquiring/orders'
import {
  isPayment,
  type PaymentStatusChanged,
  paymentsOf,
  publicStatus,
  publicStatusSince,
  requireTransaction,
} from '#acquiring/payments'
import type { Site } from '#core/directory'
import type { Reaction, ReactionReaders } from './reaction.ts'

/** Its store is notified when its public status changed, except of what is not requested or not decided yet. */
export const notifyStore: Reaction<'paymentStatusChanged'> = async (readers, transition, now) => {
  const { payment, from } = transition
  if (payment.status === 'authorizing' || payment.status === 'challenging') return []
  if (from !== undefined && publicStatus[from] === publicStatus[payment.status]) return []
  // A verified card of a running order would be taken for a paid renewal (wire fact 12, row 5). The log has it.
  if (payment.source === 'card-change') return []
  const [order, site] = await Promise.all([readers.order(payment.orderId), readers.site(payment.siteId)])
  if (!(await wants(readers, site, { transition, order }))) return []
  const shopper = await readers.shopper(payment.shopperId)
  return planNotification(noticeOf(order, payment, shopper, now), site, now)
}

/** Whether the site is notified of it: shop programs take some notices for something else (wire fact 12, rows 4 to 6). */
async function wants(
  { db }: ReactionReaders,
  site: Site,
  { transition, order }: { transition: PaymentStatusChanged; order: Order },
): Promise<boolean> {
  const { payment, action } = transition
  if (forThoseWhoAsk.has(payment.type)) return site.notifyRepresentments
  if (action === 'clear' || action === 'refundReturned') return site.notifyRepresentments
  if (payment.type === 'refund') {
    if (site.notifyPartialRefunds) return true
    const refunded = await requireTransaction(db, site.id, payment.parentId)
    return payment.captured.minor === refunded.captured.minor
  }
  if (!isPayment(payment) || payment.status !== 'failed' || site.notifyAttempts) return true
  return !staysPayable(order, { payment, action, from: transition.from }, site) || !(await pageIsOpen(db, order.id))
}

/** What the payment, the refund or the payout that it is about says already. */
const forThoseWhoAsk: ReadonlySet<string> = new Set(['representment', 'reinstatement', 'capture-failure'])

/**
 * When an order ends unpaid, its store is notified of the last attempt, if it was not when that failed: while the shopper
 * could try again, nothing was decided. A result that the same commit records is announced by itself.
 */
export const notifyOfLastAttempt: Reaction<'orderStatusChanged'> = async (readers, { action, from, order }, now) => {
  if (action !== 'fail' || from !== 'start') return []
  const [site, last] = await Promise.all([readers.site(order.siteId), lastAttemptOf(readers, order)])
  if (last?.status !== 'failed' || (await isNotified(readers.db, last))) return []
  const [shopper, since] = await Promise.all([readers.shopper(order.shopperId), publicStatusSince(readers.db, last)])
  return planNotification(noticeOf(order, last, shopper, since), site, now)
}

const lastAttemptOf = async ({ db }: ReactionReaders, { id }: Order) => (await paymentsOf(db, id)).at(-1)
