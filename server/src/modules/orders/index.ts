/** Orders: what a shopper owes a site, once, on a calendar, or whenever the site asks, and what has become of it. */
export { orderOf } from './answer.ts'
export { type Calendar, dueDate, type Interval, periodDue, type ScheduledCharge, schedule } from './calendar.ts'
export { type CancelWish, cancelOrder, endOrdersOf } from './cancel-order.ts'
export { type ChangeWish, changeOrder } from './change-order.ts'
export { type Charge, owed } from './charge.ts'
export type { OrderMoved } from './events.ts'
export { type ForeseenCharge, foresee } from './foresee.ts'
export type { Hearing } from './hear-charge.ts'
export { hearPayment } from './hear-payment.ts'
export { billingJobs } from './jobs.ts'
export { orderFacts } from './list-orders.ts'
export type { OrderMissed } from './missed.ts'
export { amendOrder, moveOrder } from './move-order.ts'
export { noticeOf } from './notice.ts'
export {
  type Cancellation,
  chargeDescription,
  firstAmount,
  isBillable,
  isBilledLater,
  type NetworkTransaction,
  type NewOrder,
  type Order,
  type OrderItem,
} from './order.ts'
export { type OrderStatus, orderStates } from './order-states.ts'
export { type CardWish, type OrderWish, type Placed, placeOrder } from './place-order.ts'
export type { CardReader } from './place-route.ts'
export { oneOrderPerExternalId, planOrder } from './plan-order.ts'
export { type RebillWish, rebillOrder } from './rebill-order.ts'
export { orderRoutes } from './routes.ts'
export { chargesOf, findChargeHeard, findOrder, findOrderByExternalId, getOrder, ordersById } from './store.ts'
export {
  readFutureDate,
  readInterval,
  readNetworkTransaction,
  readRetryPayment,
  readTerms,
  type Terms,
  type UncheckedTerms,
} from './terms.ts'
export { type CardUpdated, type CardUpdateWish, payDebt, updateOrderCard } from './update-order-card.ts'
