/**
 * Payments: attempts to pay with a card, and their refunds, from authorization to the last refund. Every request to the
 * acquirer has its intent committed before it is sent and its result recorded after; one without a result is resolved.
 *
 * The table `payments.payments` also holds payouts, chargebacks and representments. Their modules (`payouts`, `disputes`,
 * `settlement`) reach it through the second half of this list and name no table.
 */
export {
  authorizePayment,
  type NewPayment,
  type PaymentIntent,
  type ReturnUrl,
  recordPaymentIntent,
  sendPayment,
} from './authorize-payment.ts'
export { captureFailures } from './capture-failures.ts'
export { capturePayment } from './capture-payment.ts'
export { capturedVolume } from './captured-volume.ts'
export { cardsOfOrder } from './cards-of-order.ts'
export { completeChallenge } from './complete-challenge.ts'
export { inquiriesMax, type PaymentsContext, resultIfReceived } from './context.ts'
export type { Earned } from './earned.ts'
export type { PaymentStatusChanged } from './events.ts'
export { followerIdsOf } from './follower-ids.ts'
export { type ConnectorActivity, connectorActivity, type UncertainMoney, uncertainMoney } from './health-figures.ts'
export { beforeDone, inquire, reportsByMessage } from './inquire.ts'
export { changeDue, isCutOff, isDue, reversedBy, waitForConnection, waitLonger } from './inquire-later.ts'
export { claimDueTransactions, paymentJobs } from './jobs.ts'
export { lastUseOfCards } from './last-use-of-cards.ts'
export { type Fallback, fallbacksOf, latestFallbacks } from './list-fallbacks.ts'
export {
  type DateType,
  dateTypes,
  listTransactions,
  type RowCountIndexOf,
  type TransactionFilter,
} from './list-transactions.ts'
export { statusSince, unresolvedTransactions } from './list-unresolved.ts'
export { type Lookup, lookUpTransactions, type Paid } from './look-up.ts'
export { type Bounds, boundsAt, type MerchantFigures, merchantFigures } from './merchant-figures.ts'
export { countedPayments, paymentMetrics, readUnresolved } from './metrics.ts'
export { earningsToMove, hasEarningsToMove, moveEarnings } from './move-earnings.ts'
export { type MovedAmounts, movedAmounts } from './moved-amounts.ts'
export { newestTransactions } from './newest-transactions.ts'
export { paidBy } from './paid-by.ts'
export {
  awaiting,
  descriptorOf,
  feeBackOf,
  inheritedFrom,
  noPendingRequest,
  refundable,
  resolveAfter,
  untouched,
} from './payment.ts'
export {
  captureFailureStates,
  comesIn,
  type PaymentAction,
  type PaymentStatus,
  type PublicStatus,
  paymentStates,
  publicStatus,
  publicStatuses,
  refundStates,
  reinstatementStates,
  settledInBatch,
  type TransactionAction,
  type TransactionStatus,
  transactionActions,
  transactionStatuses,
  underWay,
} from './payment-states.ts'
export { earnedPending } from './pending.ts'
export { type PendingOutflows, pendingOutflows } from './pending-outflows.ts'
export { beginPending, openEarningsWait, pendingSince } from './pending-start.ts'
export { personal as personalOfPayments } from './personal.ts'
export { type PossibleAction, possibleActions, whyNotCodes } from './possible-actions.ts'
export { type FinalResult, recordResult } from './record-result.ts'
export { pauseOf } from './refusals.ts'
export { reinstatementOf } from './reinstate-refund.ts'
export { alikePayments, transactionsOfBatches } from './related-payments.ts'
export {
  batchesWithRelease,
  planReleases,
  releaseDue,
  releaseWork,
  reserveReleaseIds,
  waitingInClosed,
} from './releases.ts'
export { type RenewalsOf, renewalsOf } from './renewals.ts'
export { findByKey, membersOfBatch, takeTurn, transactionNamed, transactionsNamed } from './reported-transactions.ts'
export { requireSeenTransaction, requireTransaction } from './require-transaction.ts'
export { applyPaymentResult } from './resolve-payment.ts'
export { giveUpPayment, inquireNow, type ManualResult, resolvePaymentManually } from './resolve-payment-manually.ts'
export {
  isCancelledBy,
  isReversalDeclined,
  type ReversalInput,
  reversePayment,
  wouldRefund,
} from './reverse-payment.ts'
export { fromRow, type New } from './row.ts'
export {
  type PaymentMethod,
  paymentMethods,
  searchTransactions,
  type TransactionSearch,
  type TransactionTable,
} from './search-transactions.ts'
export { regainedShares, returnedShares } from './shares.ts'
export { shownStored } from './shown-card.ts'
export {
  connectorsPaidWith,
  declinesOf,
  type Follower,
  findAwaiting,
  findByRequestKey,
  findTransaction,
  followersOf,
  getPayment,
  getPayout,
  getTransaction,
  historyOf,
  paymentsOf,
  payoutsForReview,
  publicStatusSince,
  reservePaymentId,
  type TransitionRecord,
  tokensAwaited,
  transactionRows,
  transactionsOf,
} from './store.ts'
export { sumHours } from './sum-hours.ts'
export { partsOf, takePending } from './take-pending.ts'
export {
  type CaptureFailure,
  type Chargeback,
  isPayment,
  type Payment,
  type Payout,
  type Refund,
  type Reinstatement,
  type Representment,
  type Share,
  type Transaction,
} from './transaction.ts'
export { transactionsAfter } from './transactions-after.ts'
export { transactionsMoved } from './transactions-moved.ts'
export { beginReinstatement, transitionPayment } from './transition-payment.ts'
export {
  amendTransaction,
  beginBooked,
  beginTransaction,
  type Transition,
  transitionTransaction,
} from './transition-transaction.ts'
export { planSettled, type Unsettled, unsettledBefore } from './unsettled.ts'
export { recordVoidIntent, sendVoid } from './void-payment.ts'
export { attemptAtBank, attemptToken, endOfWayBack, ownAttempts, readAttemptToken } from './way-back.ts'
