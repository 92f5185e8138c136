/**
 * Reconciliation: what acquirers say they have settled, compared row by row with what was booked. What agrees is booked as
 * money in our bank; what differs is a break, until it is matched, accepted or written off.
 */
import './tables.ts'

export { awaitReports } from './await-report.ts'
export { breakStates } from './break-states.ts'
export {
  type AgreedFee,
  type ReconciliationContext,
  type ReportedContext,
  type ReportTerms,
  type ReportTimes,
  timeOf,
} from './context.ts'
export { describeBreak, describeReport } from './describe.ts'
export type { BreakId, ReportId } from './ids.ts'
export { importReport } from './import-report.ts'
export { importSettlements } from './import-settlements.ts'
export { reconciliationJobs } from './jobs.ts'
export { readBreaks, reconciliationMetrics } from './metrics.ts'
export { awaitReversalOf, breakOfFailedReversal } from './not-reversed.ts'
export { type Break, breakAdvice, breakKinds, type Report } from './report.ts'
export { reportColumns } from './report-row.ts'
export { acceptBreak, matchBreak, writeOffBreak } from './resolve-break.ts'
export { type SampleFault, sampleFaults, sampleReport } from './sample-report.ts'
export { acquirerSettlementsOf } from './settlements-of.ts'
export {
  type BreakRecord,
  breakRecord,
  settledRecord,
  settledShape,
  unreportedRecord,
  type WholeBreak,
  type WholeReport,
} from './shapes.ts'
export { reconciliationStaffRoutes } from './staff-routes.ts'
export { findBreak, findReport, listBreaks, listReports } from './store.ts'
export { unreportedBatches } from './unreported-batches.ts'
