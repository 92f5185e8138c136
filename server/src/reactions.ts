import assert from 'node:assert/strict'
import type { Directory } from '#directory'
import type { Instant } from '#kernel/clock.ts'
import type { Announcement, React, Write } from '#kernel/commit.ts'
import type { Db } from '#kernel/db.ts'
import { gather } from '#kernel/gather.ts'
import type { OrderId, ShopperId } from '#kernel/ids.ts'
import { cameOfLink, findLinkUse, settlePlace } from '#links'
import {
  findChargeHeard,
  hearPayment,
  noticeOf,
  type Order,
  type OrderMissed,
  type OrderMoved,
  ordersById,
} from '#orders'
import { type PaymentMoved, publicStatus, underWay } from '#payments'
import { type Shopper, shoppersById } from '#shoppers'
import { planNotification } from '#webhooks'
import { type Letters, type LettersParts, noLetters, openLetters } from './letters.ts'

/**
 * When this happens, that is done: the only place where modules meet sideways, and the first to look for "why did that
 * happen". What a reaction gives is written by the very commit that announced the event, or not at all.
 */
export function reactions({ db, directory, writesLetters, manageUrl }: ReactionParts): React {
  const shopperOf = gather((ids: readonly ShopperId[]) => shoppersById(db, ids), { most })
  const letters = writesLetters ? openLetters({ db, directory, shopperOf, manageUrl }) : noLetters
  const readers: Readers = {
    db,
    directory,
    letters,
    orderOf: gather((ids: readonly OrderId[]) => ordersById(db, ids), { most }),
    shopperOf,
  }
  return async (announcement: Announcement, now: Instant): Promise<readonly Write[]> => {
    switch (announcement.event) {
      case 'paymentMoved':
        return paymentMoved(readers, announcement.subject as PaymentMoved, now)
      case 'orderMoved':
        return letters.ofMove(now, announcement.subject as OrderMoved)
      case 'orderMissed':
        return letters.ofMiss(now, announcement.subject as OrderMissed)
      default:
        return []
    }
  }
}

export type ReactionParts = {
  db: Db
  directory: Directory
  writesLetters: boolean
  manageUrl: LettersParts['manageUrl']
}

/** Of payments that move at the same moment, orders and shoppers are asked for together. */
type Readers = {
  db: Db
  directory: Directory
  letters: Letters
  orderOf(id: OrderId): Promise<Order | undefined>
  shopperOf(id: ShopperId): Promise<Shopper | undefined>
}
const most = 200

/** A payment moved: its order hears of it, its shopper is written, and its store is told if the public status changed. */
async function paymentMoved(
  { db, directory, letters, orderOf, shopperOf }: Readers,
  moved: PaymentMoved,
  now: Instant,
): Promise<Write[]> {
  const { payment, from } = moved
  // Between our question and the acquirer's answer nothing is decided that an order or a store could hear of.
  if (payment.status === 'authorizing' || payment.status === 'challenging') return []
  const [order, shopper, site, charge] = await Promise.all([
    orderOf(payment.orderId),
    shopperOf(payment.shopperId),
    directory.site(payment.siteId),
    findChargeHeard(db, moved),
  ])
  assert(order && site && shopper, `payment ${payment.id} has an order, a shopper and a site`)
  const place = await linkPlace(db, order.externalId, moved)
  const tells = from === undefined || publicStatus[from] !== publicStatus[payment.status]
  return [
    ...hearPayment(now, order, moved, { ...site, charge }),
    ...place,
    ...(tells ? planNotification(noticeOf(order, payment, shopper, now), site, now) : []),
    ...letters.ofPayment(now, { moved, order, shopper, site }),
  ]
}

/** What a shopper's own payment means for the place it has reserved on the link they came by. Other orders have none. */
async function linkPlace(db: Db, externalId: string, { payment, from }: PaymentMoved): Promise<Write[]> {
  const isOver = from !== undefined && isUnderWay(from) && !isUnderWay(payment.status)
  if (!isOver || payment.source !== 'service-call' || !cameOfLink(externalId)) return []
  const use = await findLinkUse(db, payment.orderId)
  return use ? settlePlace(use, payment.status === 'failed' ? 'failed' : 'paid') : []
}

const isUnderWay = (status: string): boolean => underWay.some((known) => known === status)
