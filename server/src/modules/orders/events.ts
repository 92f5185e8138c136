import type { Order } from './order.ts'
import type { OrderAction, OrderStatus } from './order-states.ts'

declare module '#kernel/events.ts' {
  interface Events {
    orderOpened: { body: Record<string, unknown>; subject: undefined }
    orderMoved: { body: Record<string, unknown>; subject: { action: OrderAction; from: OrderStatus; order: Order } }
  }
}
