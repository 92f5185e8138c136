import type { OrderId, ShopperId, StoredCardId } from '#kernel/ids.ts'
import { declinesOf, type PaymentsHouse } from '#payments'
import { cardsById, type Shopper, type StoredCard, shoppersById } from '#shoppers'
import { gather } from './gather.ts'
import { capWindow, type Decline } from './network-caps.ts'
import { ordersToBill, type ToBill } from './store.ts'

/** What billing stands on: the house of payments, and readers that answer many orders with one question. */
export type BillingHouse = PaymentsHouse & {
  toBill(id: OrderId): Promise<ToBill | undefined>
  cardToBill(id: StoredCardId): Promise<StoredCard | undefined>
  shopperToBill(id: ShopperId): Promise<Shopper | undefined>
  /** What was declined of a card within the networks' window. */
  declinesOf(fingerprint: Uint8Array): Promise<readonly Decline[]>
}

export function billingHouse(house: PaymentsHouse): BillingHouse {
  const { db, clock } = house
  const declines = gather((cards: readonly string[]) => declinesOf(db, cards, clock.now().subtract(capWindow)), {
    most,
  })
  return {
    ...house,
    toBill: gather((ids: readonly OrderId[]) => ordersToBill(db, ids), { most }),
    cardToBill: gather((ids: readonly StoredCardId[]) => cardsById(db, ids), { most }),
    shopperToBill: gather((ids: readonly ShopperId[]) => shoppersById(db, ids), { most }),
    declinesOf: async (fingerprint) => (await declines(Buffer.from(fingerprint).toString('hex'))) ?? [],
  }
}
/** Questions about more are asked in parts. */
const most = 200
