/** Orders: what a shopper owes a site, once, on a calendar, or whenever the site asks, and what has become of it. */

export { applyPaymentToOrder } from './apply-payment-to-order.ts'
export type { PaymentEffect } from './apply-payment-to-period.ts'
export { type BillingPeriod, owed } from './billing-period.ts'
export { type Calendar, dueDate, type Interval, periodDue, type ScheduledPeriod, schedule } from './calendar.ts'
export { type CancelInput, cancelOrder, endOrdersOf } from './cancel-order.ts'
export { type ChangeOrderInput, changeOrder } from './change-order.ts'
export type { OrderStatusChanged } from './events.ts'
export type { OrderPaymentFailed } from './failed-attempt.ts'
export { type ForecastPeriod, forecast } from './forecast.ts'
export { billingJobs } from './jobs.ts'
export { orderFacts } from './list-orders.ts'
export { noticeOf } from './notice.ts'
export {
  type Cancellation,
  firstAmount,
  firstPaymentDescription,
  isBillable,
  isBilledLater,
  type NetworkTransaction,
  type NewOrder,
  type Order,
  type OrderItem,
} from './order.ts'
export { orderOf } from './order-reply.ts'
export { type OrderStatus, orderStates } from './order-states.ts'
export { type CardInput, type OrderInput, type Placed, placeOrder } from './place-order.ts'
export type { CardParser } from './place-route.ts'
export { oneOrderPerExternalId, planOrder } from './plan-order.ts'
export { type RebillInput, rebillOrder } from './rebill-order.ts'
export { orderRoutes } from './routes.ts'
export {
  billingPeriodsOf,
  findBillingPeriodOf,
  findOrder,
  findOrderByExternalId,
  getOrder,
  ordersById,
} from './store.ts'
export {
  readFutureDate,
  readInterval,
  readNetworkTransaction,
  readRetryPayment,
  readTerms,
  type Terms,
  type UncheckedTerms,
} from './terms.ts'
export { amendOrder, transitionOrder } from './transition-order.ts'
export { type CardUpdated, payDebt, type UpdateOrderCardInput, updateOrderCard } from './update-order-card.ts'
