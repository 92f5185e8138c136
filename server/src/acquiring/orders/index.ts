/**
 * Orders: what a shopper owes a site, once, on a calendar, or whenever the site requests it. This module places,
 * changes, cancels and lists them and has their calendar; `billing` charges what falls due later.
 */

export {
  applyPaymentToOrder,
  concernsOrder,
  type SiteRules,
  staysPayable,
  wasCaptured,
} from './apply-payment-to-order.ts'
export { auditedOrder } from './audited-order.ts'
export { type Calendar, dueDate, periodDue, type ScheduledPeriod, schedule } from './calendar.ts'
export { type CancelInput, cancelOrder, endOrdersAt, endOrdersOf, requireCancellable } from './cancel-order.ts'
export {
  anyText,
  type CardParser,
  cardFactsOf,
  cardFields,
  threeDSecureData,
  threeDSecureOf,
  transactionOption,
} from './card-fields.ts'
export { cardUse } from './card-use.ts'
export { type ChangeOrderInput, changeOrder, orderAfter, requireChangeable } from './change-order.ts'
export { chooseCardToBill, initiatorOf, requireUsable } from './choose-card.ts'
export { endOrder } from './end-order.ts'
export type { ChargedCard, OrderExtended, OrderStatusChanged, PlannedEndChanged } from './events.ts'
export { findOrders } from './find-orders.ts'
export { listOrders, orderFacts, ordersAfter } from './list-orders.ts'
export { noticeOf } from './notice.ts'
export {
  type Cancellation,
  cardExpires,
  endsAt,
  firstAmount,
  firstPaymentDescription,
  isBillable,
  isBilledAgain,
  isBilledLater,
  type NewOrder,
  nextBillAt,
  type Order,
  type OrderItem,
  type PlannedEnd,
  requestedOf,
} from './order.ts'
export { charged, orderCustomerId, orderOf, orderParams, paymentOfKey } from './order-reply.ts'
export { expiryActions, type OrderStatus, orderStates } from './order-states.ts'
export { personal as personalOfOrders } from './personal.ts'
export { type CardInput, type OrderInput, type Placed, placeOrder } from './place-order.ts'
export { OrderExists, planOrder } from './plan-order.ts'
export {
  endAfterNextBill,
  endAsPlanned,
  endWithPaidPeriod,
  keepOrder,
  orderEnding,
  requireEndable,
  requireKeepable,
} from './planned-end.ts'
export { readOption, requireSplitSites } from './read-options.ts'
export { renewCardOfOrders } from './renew-card.ts'
export {
  type OrderNamed,
  requireActiveSite,
  requireBillable,
  requireBilledLater,
  requireOrder,
  requireSeenOrder,
} from './require-order.ts'
export { type OrderParts, orderRoutes } from './routes.ts'
export { fromRow as orderFromRow } from './row.ts'
export { orderSearch } from './search-orders.ts'
export { ordersSelected, orderTable } from './select-orders.ts'
export {
  claimDueOrders,
  countSharingOrders,
  countUnfinishedOrders,
  findOrder,
  findOrderByExternalId,
  findOrderById,
  getOrder,
  hasOrderBeside,
  orderIdsNamed,
  orderRows,
  ordersById,
  ordersOfShoppers,
} from './store.ts'
export {
  readFutureDate,
  readInterval,
  readTerms,
  type Terms,
  type UncheckedTerms,
} from './terms.ts'
export { amended, amendOrder, carryOn, transitionOrder } from './transition-order.ts'
export { type UpcomingBills, upcomingBills, upcomingCards } from './upcoming-bills.ts'
export { amountNumber, placedShape } from './wire.ts'
