import { recordEarnings } from '#acquiring/merchant-payouts'
import { awaitReports, awaitReversalOf, breakOfFailedReversal } from '#acquiring/reconciliation'
import type { Reaction } from './reaction.ts'

/** What merchants have earned in a batch can be paid from then on, or later; a part of it may be held in reserve. */
export const earnInBatch: Reaction<'batchClosed'> = (readers, batch, now) => recordEarnings(readers.db, now, batch)

/** Its payments should be in reports of their acquirers soon. */
export const awaitReport: Reaction<'batchClosed'> = async ({ reportsWithin }, { batchId }, now) =>
  awaitReports(now, { batchId, reportsWithin })

/** What its acquirer has settled although it is cancelled has to be reversed. */
export const expectReversal: Reaction<'paymentStatusChanged'> = async ({ db, reportsWithin }, transition, now) =>
  awaitReversalOf(db, transition, { now, reportsWithin })

/** What was voided or cancelled is charged all the same: operators have it in their list at once. */
export const reportFailedReversal: Reaction<'reversalFailed'> = ({ db }, payment, now) =>
  breakOfFailedReversal(db, payment, now)
