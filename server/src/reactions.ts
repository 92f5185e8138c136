import type { Directory } from '#directory'
import type { Instant } from '#kernel/clock.ts'
import type { Announcement, React, Write } from '#kernel/commit.ts'
import type { Db } from '#kernel/db.ts'
import { cameOfLink, findLinkUse, settlePlace } from '#links'
import { findChargeHeard, getOrder, hearPayment, noticeOf } from '#orders'
import { type PaymentMoved, publicStatus, underWay } from '#payments'
import { findShopper } from '#shoppers'
import { planNotification } from '#webhooks'

/**
 * When this happens, that is done: the only place where modules meet sideways, and the first to look for "why did that
 * happen". What a reaction gives is written by the very commit that announced the event, or not at all.
 */
export const reactions =
  ({ db, directory }: { db: Db; directory: Directory }): React =>
  async (announcement: Announcement, now: Instant): Promise<readonly Write[]> => {
    switch (announcement.event) {
      case 'paymentMoved':
        return paymentMoved({ db, directory }, announcement.subject as PaymentMoved, now)
      default:
        return []
    }
  }

/** A payment moved: its order hears of it, and its store is told if the public status changed. */
async function paymentMoved(
  { db, directory }: { db: Db; directory: Directory },
  moved: PaymentMoved,
  now: Instant,
): Promise<Write[]> {
  const { payment, from } = moved
  // Between our question and the acquirer's answer nothing is decided that an order or a store could hear of.
  if (payment.status === 'authorizing' || payment.status === 'challenging') return []
  const [order, shopper, site, charge] = await Promise.all([
    getOrder(db, payment.orderId),
    findShopper(db, payment.shopperId),
    directory.site(payment.siteId),
    findChargeHeard(db, moved),
  ])
  const place = await linkPlace(db, order.externalId, moved)
  const tells = publicStatus[from] !== publicStatus[payment.status]
  return [
    ...hearPayment(now, order, moved, { ...site!, charge }),
    ...place,
    ...(tells ? planNotification(noticeOf(order, payment, shopper!, now), site!, now) : []),
  ]
}

/** What a shopper's own payment means for the place it has reserved on the link they came by. Other orders have none. */
async function linkPlace(db: Db, externalId: string, { payment, from }: PaymentMoved): Promise<Write[]> {
  const isOver = isUnderWay(from) && !isUnderWay(payment.status)
  if (!isOver || payment.source !== 'service-call' || !cameOfLink(externalId)) return []
  const use = await findLinkUse(db, payment.orderId)
  return use ? settlePlace(use, payment.status === 'failed' ? 'failed' : 'paid') : []
}

const isUnderWay = (status: string): boolean => underWay.some((known) => known === status)
