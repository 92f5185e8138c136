/**
 * Billing: charges the periods of recurring orders when they fall due and retries what was declined, within the limits of
 * the card schemes; bills managed orders on request; forecasts what an order will charge. It stands on `orders`, which
 * has the calendar; when an order ends or is extended, `app/reactions` calls this module.
 */
import './events.ts'

export { applyPaymentToPeriod, billsPeriod, type PeriodEffect } from './apply-payment-to-period.ts'
export { billByHand } from './bill-by-hand.ts'
export type { BillingParts } from './billing-context.ts'
export { type BillingPeriod, owed } from './billing-period.ts'
export { exportedOrders } from './export-orders.ts'
export type { OrderPaymentFailed } from './failed-attempt.ts'
export { type ForecastPeriod, forecast } from './forecast.ts'
export { billingJobs } from './jobs.ts'
export { billingMetrics, countedPeriods } from './metrics.ts'
export { noMicroPayments, readMicroPayments } from './micro-payments.ts'
export { markOpenPeriodUncollectible, restartPeriod } from './open-period.ts'
export { payDebt } from './pay-debt.ts'
export { type RebillInput, rebillOrder } from './rebill-order.ts'
export type { BillingRules } from './retry-plan.ts'
export { billingRoutes } from './routes.ts'
export { showOrder } from './show-order.ts'
export { orderStaffRoutes } from './staff-routes.ts'
export { billedRecord, type OrderRecord, orderRecord, type WholeOrder } from './staff-wire.ts'
export { billingPeriodsOf, findOpenPeriod, findPeriodOfPayment } from './store.ts'
export { type CardUpdated, type UpdateOrderCardInput, updateOrderCard } from './update-order-card.ts'
