/**
 * Spending: what holders do with their cards. A card network asks whether a payment may be made, and later moves its money;
 * every message is answered once, judged by rules whose verdicts are kept, and booked under the lock of the account.
 */
import './events.ts'
import './tables.ts'

export { openQuestions, type Questions } from './asking/open-questions.ts'
export { findPause, isPaused } from './asking/pauses.ts'
export { questionsOf } from './asking/question-store.ts'
export { authenticationValidFor, beginChallenge, endChallenge, refuseChallenge } from './challenge.ts'
export type { Authentication, SpendingContext } from './context.ts'
export { beginFile } from './files/begin-file.ts'
export { clearFile } from './files/clear-file.ts'
export { clearingColumns } from './files/clearing-row.ts'
export type { ClearingFile } from './files/file.ts'
export { findFile, listFiles, movedBy } from './files/file-store.ts'
export { type FileSums, sumFile, sumText } from './files/sum-file.ts'
export { findReference } from './incoming.ts'
export { spendingJobs } from './jobs.ts'
export type { Velocity } from './judge.ts'
export { openNetwork } from './network.ts'
export { spendingPartnerRoutes } from './partner-routes.ts'
export { spendingRoutes } from './routes.ts'
export { findAnyTransaction, historyOf } from './store.ts'
export type { HistoryMessage, Transaction } from './transaction.ts'
export { transactionStates } from './transaction-states.ts'
export { verdictsOf } from './verdict.ts'
