import type { ShopperId } from '#acquiring/ids'
import type { Shopper } from './shopper.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    /** The store has deleted a customer, and with them their cards. */
    shopperRemoved: { body: Record<string, unknown>; subject: { shopperId: ShopperId } }
    /** A stored card was deleted, alone or with its shopper. */
    cardRemoved: { body: Record<string, unknown>; subject: { shopperId: ShopperId } }
  }
  interface Known {
    shopper: Shopper
  }
}
