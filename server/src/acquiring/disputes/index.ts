/**
 * Disputes: records the acquirer's dispute events unchanged, and applies them: a chargeback when a payment is disputed,
 * a representment when the dispute is won. Merchants answer each with evidence, or accept it.
 */
import './events.ts'

export { boundTables } from './bound.ts'
export { disputeCaseStates } from './case-states.ts'
export { casesOf, findCase, listCases } from './case-store.ts'
export { changeEvidence, type EvidenceChanges } from './change-evidence.ts'
export type { DisputesContext } from './context.ts'
export { deleteOldEvidence } from './delete-old-evidence.ts'
export { type DisputeCase, type EvidenceFileKind, evidenceFileKinds } from './dispute-case.ts'
export { disputeRecord, showDispute, type WholeDispute } from './dispute-shapes.ts'
export { disputeStates, representmentStates } from './dispute-states.ts'
export { evidenceFields } from './evidence.ts'
export { addEvidenceFile, removeEvidenceFile } from './evidence-files.ts'
export { disputeJobs } from './jobs.ts'
export { countedCases, disputeMetrics, readDisputeFigures } from './metrics.ts'
export { personal as personalOfDisputes } from './personal.ts'
export { openDisputeCursors, readAllDisputes, readDisputesSoon, recordDisputeEvents } from './read-disputes.ts'
export { acknowledgeDisputeEvent, retryDisputeEvent } from './resolve-dispute-event-manually.ts'
export { respondToDispute } from './respond-to-dispute.ts'
export { rewrapEvidence } from './rewrap-evidence.ts'
export { type EmailedDispute, emailOfDeadline, emailOfNewDispute } from './staff-emails.ts'
export { disputeStaffRoutes } from './staff-routes.ts'
export { disputeEventsForReview, disputeEventsOf, type StoredDisputeEvent } from './store.ts'
