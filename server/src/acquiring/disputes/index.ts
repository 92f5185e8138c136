/**
 * Disputes: records the acquirer's dispute events unchanged, and applies them: a chargeback when a payment is disputed,
 * a representment when the dispute is won.
 */
export { disputeStates, representmentStates } from './dispute-states.ts'
export { disputeJobs } from './jobs.ts'
export { openDisputeCursors, readAllDisputes, recordDisputeEvents } from './read-disputes.ts'
export { acknowledgeDisputeEvent, retryDisputeEvent } from './resolve-dispute-event-manually.ts'
export { disputeEventStaffRoutes } from './staff-routes.ts'
export { disputeEventsForReview, disputeEventsOf, type StoredDisputeEvent } from './store.ts'
