import type { CardId } from '#issuing/ids'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Delivery } from './card.ts'

/** Names and addresses are read by the personalisation bureau only, and are sealed until then. */
export const sealDelivery = (keys: KeyRing, cardId: CardId, delivery: Delivery): Uint8Array =>
  keys.seal('issuing', JSON.stringify(delivery), contextOf(cardId))

export const openDelivery = (keys: KeyRing, cardId: CardId, sealed: Uint8Array): Delivery =>
  JSON.parse(keys.open('issuing', sealed, contextOf(cardId)).toString('utf8')) as Delivery

const contextOf = (cardId: CardId): string => `delivery of card ${cardId}`
