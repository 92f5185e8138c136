import { openCrowd } from '#kernel/crowd.ts'
import { gather } from '#kernel/gather.ts'
import type { MerchantId, OrderId, ShopperId, StoredCardId, VaultToken } from '#kernel/ids.ts'
import type { Secret } from '#kernel/secret.ts'
import { declinesOf, type PaymentsHouse } from '#payments'
import { cardsById, type Shopper, type StoredCard, shoppersById } from '#shoppers'
import type { Vault } from '#vault'
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
    crowd: openCrowd(db, { most }),
    vault: { ...house.vault, open: openedTogether(house.vault) },
    toBill: gather((ids: readonly OrderId[]) => ordersToBill(db, ids), { most }),
    cardToBill: gather((ids: readonly StoredCardId[]) => cardsById(db, ids), { most }),
    shopperToBill: gather((ids: readonly ShopperId[]) => shoppersById(db, ids), { most }),
    declinesOf: async (fingerprint) => (await declines(Buffer.from(fingerprint).toString('hex'))) ?? [],
  }
}
/** The vault's `open`, where many cards of a merchant are opened with one question. */
function openedTogether(vault: Vault): Vault['open'] {
  const merchants = new Map<MerchantId, (token: VaultToken) => Promise<Secret<string> | undefined>>()
  return async (card) => {
    const { merchantId, token } = card
    const opening =
      merchants.get(merchantId) ??
      gather((tokens: readonly VaultToken[]) => vault.openMany({ merchantId, tokens }), { most })
    merchants.set(merchantId, opening)
    // One that is not there is asked for by itself, which says what is wrong.
    return (await opening(token)) ?? vault.open(card)
  }
}

/** Questions about more are asked in parts. */
const most = 200
