import type { Order } from './order.ts'
import type { OrderAction, OrderStatus } from './order-states.ts'

/**
 * What the world may hear of an order. Their names in the notification log (wire fact 2.3): `orderOpened` is orderNew,
 * `orderChanged` orderChange, `orderExtended` orderExtend, and `orderMoved` is orderRetrying or orderInProgress when it
 * leads to that status, and orderCancel when its action is `end`, or `fail` for a reason that begins with `cancelled`.
 */
declare module '#kernel/events.ts' {
  interface Events {
    orderOpened: { body: Record<string, unknown>; subject: undefined }
    orderMoved: { body: Record<string, unknown>; subject: { action: OrderAction; from: OrderStatus; order: Order } }
    /** Its interval or its card is another one. */
    orderChanged: { body: Record<string, unknown>; subject: undefined }
    /** Its next due date is another one. */
    orderExtended: { body: Record<string, unknown>; subject: undefined }
  }
}
