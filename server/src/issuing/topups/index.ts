/**
 * Topups: how holders put money on their accounts. A fiat topup is paid at the hosted checkout with the site of the
 * programme; here is its whole life, its limits, and what follows from a refund or a charge-back of the payment.
 */
import './crypto/tables.ts'
import './events.ts'

export { boundTables } from './bound.ts'
export type { MerchantApi, TopupsContext } from './context.ts'
export { cryptoFactsOf } from './crypto/crypto-facts.ts'
export { decideParked, type ParkedDecision, permissionOf } from './crypto/decide-parked.ts'
export { freezeReasons, type ParkReason, parkReasons } from './crypto/judge-deposit.ts'
export { judgeParkedAgain, planReceipt } from './crypto/plan-receipt.ts'
export { receiptStates } from './crypto/receipt-states.ts'
export { listDeposits, type ReceivedDeposit, waitingForPerson } from './crypto/received-deposits.ts'
export { readWaitingDeposits } from './crypto/waiting-metrics.ts'
export type { TopupSubject } from './events.ts'
export { topupNotificationRoutes } from './fiat/take-notification.ts'
export { topupJobs } from './jobs.ts'
export { countedTopups, topupMetrics } from './metrics.ts'
export { personal as personalOfTopups } from './personal.ts'
export { topupRoutes } from './routes.ts'
export { topupSearch } from './search-topups.ts'
export { topupStaffRoutes } from './staff-routes.ts'
export { openTopupsOf, showTopup, topupsOnPage as listTopups } from './store.ts'
export type { Topup } from './topup.ts'
export { type TopupState, topupStates } from './topup-states.ts'
