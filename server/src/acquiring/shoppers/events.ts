import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { Shopper } from './shopper.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    /**
     * What is known of a customer has changed, by the store or by themselves on a page of ours; the body names the fields,
     * and says nothing of them.
     */
    shopperChanged: { body: { fields: readonly string[] }; subject: { shopperId: ShopperId } }
    /** The store has deleted a customer, and with them their cards. */
    shopperRemoved: { body: Record<string, unknown>; subject: { shopperId: ShopperId } }
    /**
     * A customer is being erased, or is: their links are named, which say nothing of them any more. What is sealed of
     * them is sealed again.
     */
    shopperErased: { body: { begun: boolean; links?: readonly string[] }; subject: { shopperId: ShopperId } }
    /** A card was stored that was stored elsewhere, or a later payment of its holder elsewhere was named. */
    cardImported: { body: Record<string, unknown>; subject: { shopperId: ShopperId } }
    /** The issuer has given the cardholder another number or expiry date, and the stored card has it. */
    cardRenewed: {
      body: { updateId: string }
      subject: { cardId: StoredCardId; shopperId: ShopperId; expiry: string }
    }
    /** A stored card was deleted, alone or with its shopper. */
    cardRemoved: { body: Record<string, unknown>; subject: { shopperId: ShopperId } }
  }
  interface Known {
    shopper: Shopper
  }
}
