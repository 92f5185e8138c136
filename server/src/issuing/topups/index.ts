/**
 * Topups: how holders put money on their accounts. A fiat topup is paid at the hosted checkout with the site of the
 * programme; here is its whole life, its limits, and what follows from a refund or a charge-back of the payment.
 */
import './events.ts'

export type { MerchantApi, TopupsContext } from './context.ts'
export type { TopupSubject } from './events.ts'
export { topupNotificationRoutes } from './fiat/take-notification.ts'
export { topupJobs } from './jobs.ts'
export { topupRoutes } from './routes.ts'
export { topupStaffRoutes } from './staff-routes.ts'
export { openTopupsOf, showTopup, topupsOnPage as listTopups } from './store.ts'
export type { Topup } from './topup.ts'
export { type TopupState, topupStates } from './topup-states.ts'
