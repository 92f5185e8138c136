/** Orders: what a shopper owes a site, once, on a calendar, or whenever the site asks, and what has become of it. */
export { hearPayment } from './hear-payment.ts'
export { amendOrder, moveOrder } from './move-order.ts'
export { noticeOf } from './notice.ts'
export { chargeDescription, firstAmount, isBilledLater, type NewOrder, type Order, type OrderItem } from './order.ts'
export { type OrderStatus, orderStates } from './order-states.ts'
export { oneOrderPerExternalId, planOrder } from './plan-order.ts'
export { findOrderByExternalId, getOrder } from './store.ts'
