import type { StoredCardId } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Order, PlannedEnd } from './order.ts'
import type { OrderAction, OrderStatus } from './order-states.ts'

/**
 * The events of an order. Their names in the notification log (wire fact 2.3): `orderOpened` is orderNew,
 * `orderChanged` orderChange, `orderExtended` orderExtend, and `orderStatusChanged` is orderRetrying or orderInProgress when it
 * leads to that status, and orderCancel when its action is `end`, or `fail` for a reason that begins with `cancelled`.
 */
export type OrderStatusChanged = {
  action: OrderAction
  from: OrderStatus
  /** As it is after the commit. */
  order: Order
  /** It was ended while a period was due: what is owed is given up by the same commit. */
  leavesDebt: boolean
  /** The card that is charged from now on, where the same commit stores it, so that it cannot be read yet. */
  card: ChargedCard | undefined
}

/** What an email says of a card. */
export type ChargedCard = { id: StoredCardId; brand: string; last4: string; expiryMonth: number; expiryYear: number }

/** The order has another due date; what is owed is not due before it. */
export type OrderExtended = { order: Order; nextDueAt: Instant }

/** The order as it is after the commit, with its planned end or without the one that was undone; `by` has changed it. */
export type PlannedEndChanged = { order: Order; by: 'merchant' | 'shopper'; undone: PlannedEnd | undefined }

declare module '#kernel/db/events.ts' {
  interface Events {
    orderOpened: { body: Record<string, unknown>; subject: undefined }
    orderStatusChanged: { body: Record<string, unknown>; subject: OrderStatusChanged }
    /** Its interval or its card was changed; with a subject, its end was planned or undone. */
    orderChanged: { body: Record<string, unknown>; subject: PlannedEndChanged | undefined }
    /** Its next due date was changed. */
    orderExtended: { body: Record<string, unknown>; subject: OrderExtended }
  }
  interface Known {
    /** As the commit will find it. */
    order: Order
  }
}
