import type { OrderPaymentFailed } from './failed-attempt.ts'
import type { Order } from './order.ts'
import type { OrderAction, OrderStatus } from './order-states.ts'

/**
 * What the world may hear of an order. Their names in the notification log (wire fact 2.3): `orderOpened` is orderNew,
 * `orderChanged` orderChange, `orderExtended` orderExtend, and `orderStatusChanged` is orderRetrying or orderInProgress when it
 * leads to that status, and orderCancel when its action is `end`, or `fail` for a reason that begins with `cancelled`.
 */
export type OrderStatusChanged = { action: OrderAction; from: OrderStatus; order: Order }

declare module '#kernel/db/events.ts' {
  interface Events {
    orderOpened: { body: Record<string, unknown>; subject: undefined }
    orderStatusChanged: { body: Record<string, unknown>; subject: OrderStatusChanged }
    /** A period was declined and is tried again. It has no name in the notification log. */
    orderPaymentFailed: { body: Record<string, unknown>; subject: OrderPaymentFailed }
    /** Its interval or its card is another one. */
    orderChanged: { body: Record<string, unknown>; subject: undefined }
    /** Its next due date is another one. */
    orderExtended: { body: Record<string, unknown>; subject: undefined }
  }
}
