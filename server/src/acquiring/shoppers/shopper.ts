import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { WalletType } from '#connectors/acquirer/port.ts'
import type { SiteId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'

/** A person who pays at a site, with the site's own identifier of them. Facts that are not known are undefined. */
export type Shopper = { id: ShopperId; siteId: SiteId; identifier: string } & ShopperFacts & {
    /** Whether the store trusts them, possibly until a day. */
    whitelisted: boolean
    whitelistedUntil: Instant | undefined
    createdAt: Instant
    /** The store has deleted them; they stay for the records of their payments, and can do nothing more. */
    removed: boolean
    /** Nothing of them is kept but what a duty keeps. */
    erased: boolean
    version: number
  }

export type ShopperFacts = {
  email: string | undefined
  firstName: string | undefined
  lastName: string | undefined
  country: string | undefined
  state: string | undefined
  city: string | undefined
  address: string | undefined
  zipCode: string | undefined
  phone: string | undefined
  tags: readonly string[]
}

/** What the store says of the cardholder and of what their statement shows, as it came. */
export type CardFacts = {
  readonly country?: string | undefined
  readonly state?: string | undefined
  readonly descriptor?: string | undefined
}

/** A card that a shopper left with us. The number itself is in the vault. */
export type StoredCard = {
  id: StoredCardId
  shopperId: ShopperId
  vaultToken: VaultToken
  brand: string
  first6: string
  last4: string
  expiryMonth: number
  expiryYear: number
  holderName: string | undefined
  fingerprint: Uint8Array
  /**
   * Of the shopper's own last payment with it, here or where it was imported from; merchant-initiated payments must carry
   * it.
   */
  networkTransactionId: string | undefined
  /** When that was. Undefined also of cards that were stored before it was kept. */
  networkTransactionAt: Instant | undefined
  /** As they were sent when the card was stored. */
  facts?: CardFacts | undefined
  /**
   * It is the number of a wallet's device. Only its merchant can charge it: a payment of the shopper's own needs a new
   * cryptogram, which only the wallet can give.
   */
  wallet?: WalletType | undefined
}

/** A stored card as its records show it, whether it still is there or was deleted. */
export type CardOnFile = Pick<
  StoredCard,
  'id' | 'shopperId' | 'brand' | 'first6' | 'last4' | 'expiryMonth' | 'expiryYear' | 'holderName' | 'facts'
> & { status: 'active' | 'deleted' }

/** A card works through the last day of its month, wherever the site's calendar says that is. */
export const isExpired = (card: { expiryMonth: number; expiryYear: number }, today: Temporal.PlainDate): boolean =>
  card.expiryYear < today.year || (card.expiryYear === today.year && card.expiryMonth < today.month)
