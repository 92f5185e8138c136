import assert from 'node:assert/strict'
import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import { getOrder, type Order } from '#acquiring/orders'
import { findCardById, findShopper, type Shopper, type StoredCard } from '#acquiring/shoppers'
import type { Directory, Site, SiteId } from '#core/directory'
import type { Partner, PartnerId, Partners } from '#core/partners'
import type { Db } from '#kernel/db/db.ts'
import type { Known } from '#kernel/db/events.ts'

/** What reactions read with. Events of the same moment read their orders, shoppers and cards together. */
export type Readers = {
  db: Db
  site(id: SiteId): Promise<Site>
  partner(id: PartnerId): Promise<Partner>
  order(id: OrderId): Promise<Order>
  shopper(id: ShopperId): Promise<Shopper>
  card(id: StoredCardId): Promise<StoredCard | undefined>
}

type ReaderParts = { db: Db; directory: Directory; partners: Pick<Partners, 'partner'> }

export function openReaders({ db, directory, partners }: ReaderParts): Readers {
  return {
    db,
    site: async (id) => there(await directory.site(id), 'site', id),
    partner: async (id) => there(await partners.partner(id), 'partner', id),
    order: (id) => getOrder(db, id),
    shopper: async (id) => there(await findShopper(db, id), 'shopper', id),
    card: (id) => findCardById(db, id),
  }
}

/**
 * Readers for one event: values that the event carries are not read again, and other values are read once, however many
 * reactions use them. `loaded` returns them all for the events that follow from this one.
 */
export function readersOfEvent(readers: Readers, known: Readonly<Partial<Known>> = {}) {
  const orders = new Map<OrderId, Promise<Order>>()
  const shoppers = new Map<ShopperId, Promise<Shopper>>()
  if (known.order) orders.set(known.order.id, Promise.resolve(known.order))
  if (known.shopper) shoppers.set(known.shopper.id, Promise.resolve(known.shopper))
  const once: Readers = {
    ...readers,
    order: (id) => orders.getOrInsertComputed(id, readers.order),
    shopper: (id) => shoppers.getOrInsertComputed(id, readers.shopper),
  }
  // An order is changed by the events that follow; they carry it as it is then.
  const loaded = async (): Promise<Readonly<Partial<Known>>> => {
    const [shopper] = await Promise.all(shoppers.values())
    return shopper ? { shopper } : {}
  }
  return { once, loaded }
}

function there<T>(found: T | undefined, what: string, id: bigint | number): T {
  assert(found !== undefined, `there is a ${what} ${id}`)
  return found
}
