import assert from 'node:assert/strict'
import type { Directory, Site } from '#directory'
import type { Instant } from '#kernel/clock.ts'
import type { Write } from '#kernel/commit.ts'
import type { Db } from '#kernel/db.ts'
import { gather } from '#kernel/gather.ts'
import type { ShopperId, StoredCardId } from '#kernel/ids.ts'
import { cameOfLink } from '#links'
import { isToldOf, letterOfLink, lettersOfMiss, lettersOfMove, lettersOfPayment, type OrderNews } from '#messages'
import type { Order, OrderMissed, OrderMoved } from '#orders'
import type { PaymentMoved } from '#payments'
import { cardsById, type Shopper } from '#shoppers'
import type { LinkLetter } from '#subscriptions'

/** What shoppers are written because of an event, as writes for its commit: the bridge between the events and `#messages`. */
export type Letters = {
  ofPayment(now: Instant, news: { moved: PaymentMoved; order: Order; shopper: Shopper; site: Site }): Write[]
  ofMove(now: Instant, moved: OrderMoved): Promise<Write[]>
  ofMiss(now: Instant, missed: OrderMissed): Promise<Write[]>
}

export type LettersParts = {
  db: Db
  directory: Directory
  shopperOf(id: ShopperId): Promise<Shopper | undefined>
  /** Where a shopper looks after a subscription; undefined where there is no such page. */
  manageUrl(order: Order, now: Instant): string | undefined
}

export function openLetters({ db, directory, shopperOf, manageUrl }: LettersParts): Letters {
  const cardOf = gather((ids: readonly StoredCardId[]) => cardsById(db, ids), { most })
  const newsOf = async (order: Order, now: Instant): Promise<OrderNews> => {
    const [shopper, site, card] = await Promise.all([
      shopperOf(order.shopperId),
      directory.site(order.siteId),
      order.cardId === undefined ? undefined : cardOf(order.cardId),
    ])
    assert(shopper && site, `order ${order.id} has a shopper and a site`)
    return { order, shopper, site, card, orderNumber: shownNumber(order), manageUrl: manageUrl(order, now) }
  }
  return {
    ofPayment: (now, news) => {
      const { order } = news
      const url = order.type === 'recurring' ? manageUrl(order, now) : undefined
      return lettersOfPayment(now, { ...news, orderNumber: shownNumber(order), manageUrl: url })
    },
    ofMove: async (now, moved) => (isToldOf(moved) ? lettersOfMove(now, moved, await newsOf(moved.order, now)) : []),
    ofMiss: async (now, missed) => lettersOfMiss(now, missed, await newsOf(missed.order, now)),
  }
}
/** Questions about more are asked in parts. */
const most = 200

/** For a house that writes no letters (`FLORIN_MESSAGES=off`). */
export const noLetters: Letters = { ofPayment: () => [], ofMove: async () => [], ofMiss: async () => [] }

/** A shopper has asked for a new link to the page of their subscription. */
export const planLinkLetter = (now: Instant, letter: LinkLetter): Write[] =>
  letterOfLink(now, { ...letter, orderNumber: shownNumber(letter.order) })

/** The number of a link's order was made by us, and no shopper has seen it. */
const shownNumber = ({ externalId }: Order): string | undefined => (cameOfLink(externalId) ? undefined : externalId)
