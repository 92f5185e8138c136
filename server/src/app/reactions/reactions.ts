import assert from 'node:assert/strict'
import {
  applyPaymentToPeriod,
  billsPeriod,
  findPeriodOfPayment,
  giveUpDebt,
  type OrderPaymentFailed,
  restartPeriod,
} from '#acquiring/billing'
import type { OrderId, ShopperId } from '#acquiring/ids'
import { cameOfLink, findLinkUse, resolveReservation } from '#acquiring/links'
import { planNotification } from '#acquiring/notifications'
import {
  applyPaymentToOrder,
  noticeOf,
  type Order,
  type OrderExtended,
  type OrderStatusChanged,
  ordersById,
} from '#acquiring/orders'
import { type PaymentStatusChanged, publicStatus, underWay } from '#acquiring/payments'
import { type Shopper, shoppersById } from '#acquiring/shoppers'
import type { Directory } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Announcement, React, Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { loadInBatches } from '#kernel/db/load-in-batches.ts'
import { type EmailReactionParts, type EmailReactions, noEmails, openEmailReactions } from './emails.ts'

/**
 * When this happens, that is done: the only place where modules meet sideways, and the first to look for "why did that
 * happen". What a reaction gives is written by the very commit that announced the event, or not at all.
 */
export function reactions({ db, directory, sendsEmails, manageUrl }: ReactionParts): React {
  const shopperOf = loadInBatches((ids: readonly ShopperId[]) => shoppersById(db, ids), { most })
  const emails = sendsEmails ? openEmailReactions({ db, directory, shopperOf, manageUrl }) : noEmails
  const readers: Readers = {
    db,
    directory,
    emails,
    orderOf: loadInBatches((ids: readonly OrderId[]) => ordersById(db, ids), { most }),
    shopperOf,
  }
  return async (announcement: Announcement, now: Instant): Promise<readonly Write[]> => {
    switch (announcement.event) {
      case 'paymentStatusChanged':
        return paymentStatusChanged(readers, announcement.subject as PaymentStatusChanged, now)
      case 'orderStatusChanged':
        return orderStatusChanged(readers, announcement.subject as OrderStatusChanged, now)
      case 'orderExtended':
        return restartPeriod({ db }, announcement.subject as OrderExtended)
      case 'orderPaymentFailed':
        return emails.ofFailedAttempt(now, announcement.subject as OrderPaymentFailed)
      default:
        return []
    }
  }
}

export type ReactionParts = {
  db: Db
  directory: Directory
  sendsEmails: boolean
  manageUrl: EmailReactionParts['manageUrl']
}

/** Of payments that move at the same moment, orders and shoppers are asked for together. */
type Readers = {
  db: Db
  directory: Directory
  emails: EmailReactions
  orderOf(id: OrderId): Promise<Order | undefined>
  shopperOf(id: ShopperId): Promise<Shopper | undefined>
}
const most = 200

/** A payment moved: its order hears of it, its shopper is written, and its store is told if the public status changed. */
async function paymentStatusChanged(
  { db, directory, emails, orderOf, shopperOf }: Readers,
  transition: PaymentStatusChanged,
  now: Instant,
): Promise<Write[]> {
  const { payment, from } = transition
  // Between our question and the acquirer's answer nothing is decided that an order or a store could hear of.
  if (payment.status === 'authorizing' || payment.status === 'challenging') return []
  const [order, shopper, site, billingPeriod] = await Promise.all([
    orderOf(payment.orderId),
    shopperOf(payment.shopperId),
    directory.site(payment.siteId),
    billsPeriod(payment) ? findPeriodOfPayment(db, transition) : undefined,
  ])
  assert(order && site && shopper, `payment ${payment.id} has an order, a shopper and a site`)
  const place = await linkPlace(db, order.externalId, transition)
  const notifies = from === undefined || publicStatus[from] !== publicStatus[payment.status]
  return [
    ...(billsPeriod(payment)
      ? applyPaymentToPeriod(now, order, transition, { ...site, billingPeriod })
      : applyPaymentToOrder(now, order, transition, site)),
    ...place,
    ...(notifies ? planNotification(noticeOf(order, payment, shopper, now), site, now) : []),
    ...emails.ofPayment(now, { transition, order, shopper, site }),
  ]
}

/** An order changed its status: what it owes is given up when it ended, and its shopper receives an email. */
async function orderStatusChanged(
  { db, emails }: Readers,
  transition: OrderStatusChanged,
  now: Instant,
): Promise<Write[]> {
  return [...(await giveUpDebt({ db }, now, transition)), ...(await emails.ofOrderStatus(now, transition))]
}

/** What a shopper's own payment means for the place it has reserved on the link they came by. Other orders have none. */
async function linkPlace(db: Db, externalId: string, { payment, from }: PaymentStatusChanged): Promise<Write[]> {
  const isOver = from !== undefined && isUnderWay(from) && !isUnderWay(payment.status)
  if (!isOver || payment.source !== 'service-call' || !cameOfLink(externalId)) return []
  const use = await findLinkUse(db, payment.orderId)
  return use ? resolveReservation(use, payment.status === 'failed' ? 'failed' : 'paid') : []
}

const isUnderWay = (status: string): boolean => underWay.some((known) => known === status)
