/**
 * Disputes: what the acquirer tells of them is recorded word for word, and applied: a chargeback when the cardholder's
 * bank takes a payment's money, a representment when the dispute is won.
 */
export { disputeStates, representmentStates } from './dispute-states.ts'
export { disputeJobs } from './jobs.ts'
export { openDisputeCursors, readAllDisputes, recordDisputeEvents } from './read-disputes.ts'
export { acknowledgeDisputeEvent, retryDisputeEvent } from './resolve-dispute-event-manually.ts'
export { disputeEventsForReview, type StoredDisputeEvent } from './store.ts'
