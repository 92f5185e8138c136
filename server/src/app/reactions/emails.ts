import assert from 'node:assert/strict'
import type { OrderPaymentFailed } from '#acquiring/billing'
import {
  emailOfLink,
  emailsOfFailedAttempt,
  emailsOfOrder,
  emailsOfPayment,
  type OrderEmailInput,
  sendsEmailFor,
} from '#acquiring/emails'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import { cameOfLink } from '#acquiring/links'
import type { Order, OrderStatusChanged } from '#acquiring/orders'
import type { PaymentStatusChanged } from '#acquiring/payments'
import { cardsById, type Shopper } from '#acquiring/shoppers'
import type { LinkEmail } from '#acquiring/subscriptions'
import type { Directory, Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { loadInBatches } from '#kernel/db/load-in-batches.ts'

/** What shoppers are written because of an event, as writes for its commit: the bridge between the events and `#messages`. */
export type EmailReactions = {
  ofPayment(
    now: Instant,
    input: { transition: PaymentStatusChanged; order: Order; shopper: Shopper; site: Site },
  ): Write[]
  ofOrderStatus(now: Instant, transition: OrderStatusChanged): Promise<Write[]>
  ofFailedAttempt(now: Instant, failed: OrderPaymentFailed): Promise<Write[]>
}

export type EmailReactionParts = {
  db: Db
  directory: Directory
  shopperOf(id: ShopperId): Promise<Shopper | undefined>
  /** Where a shopper looks after a subscription; undefined where there is no such page. */
  manageUrl(order: Order, now: Instant): string | undefined
}

export function openEmailReactions({ db, directory, shopperOf, manageUrl }: EmailReactionParts): EmailReactions {
  const cardOf = loadInBatches((ids: readonly StoredCardId[]) => cardsById(db, ids), { most })
  const emailInputOf = async (order: Order, now: Instant): Promise<OrderEmailInput> => {
    const [shopper, site, card] = await Promise.all([
      shopperOf(order.shopperId),
      directory.site(order.siteId),
      order.cardId === undefined ? undefined : cardOf(order.cardId),
    ])
    assert(shopper && site, `order ${order.id} has a shopper and a site`)
    return { order, shopper, site, card, orderNumber: shownNumber(order), manageUrl: manageUrl(order, now) }
  }
  return {
    ofPayment: (now, input) => {
      const { order } = input
      const url = order.type === 'recurring' ? manageUrl(order, now) : undefined
      return emailsOfPayment(now, { ...input, orderNumber: shownNumber(order), manageUrl: url })
    },
    ofOrderStatus: async (now, transition) =>
      sendsEmailFor(transition) ? emailsOfOrder(now, transition, await emailInputOf(transition.order, now)) : [],
    ofFailedAttempt: async (now, failed) => emailsOfFailedAttempt(now, failed, await emailInputOf(failed.order, now)),
  }
}
/** Questions about more are asked in parts. */
const most = 200

/** For a house that writes no letters (`FLORIN_MESSAGES=off`). */
export const noEmails: EmailReactions = {
  ofPayment: () => [],
  ofOrderStatus: async () => [],
  ofFailedAttempt: async () => [],
}

/** A shopper has asked for a new link to the page of their subscription. */
export const planLinkEmail = (now: Instant, email: LinkEmail): Write[] =>
  emailOfLink(now, { ...email, orderNumber: shownNumber(email.order) })

/** The number of a link's order was made by us, and no shopper has seen it. */
const shownNumber = ({ externalId }: Order): string | undefined => (cameOfLink(externalId) ? undefined : externalId)
