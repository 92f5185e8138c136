import type { PaymentId } from '#acquiring/ids'
import { recordEarnings } from '#acquiring/merchant-payouts'
import { amendTransaction, getTransaction, takePending } from '#acquiring/payments'
import { awaitReports, awaitReversalOf, breakOfFailedReversal } from '#acquiring/reconciliation'
import type { TopupSubject } from '#issuing/topups'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Reaction, ReactionReaders } from './reaction.ts'

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

/** Money that a topup gives to a holder waits for no batch of the merchant any more. */
export const takeFromPayment: Reaction<'topupStatusChanged'> = (readers, topup, now) => takeByTopup(readers, topup, now)

/** The same where the money of a topup has come back to the merchant, and is the holder's again. */
export const takeFromPaymentAgain: Reaction<'topupReversed'> = (readers, topup, now) => takeByTopup(readers, topup, now)

async function takeByTopup(
  { db }: ReactionReaders,
  { topupId, takes }: TopupSubject,
  now: Instant,
): Promise<readonly Write[]> {
  if (!takes) return []
  const transaction = await getTransaction(db, takes.transactionId as PaymentId)
  const taking = { by: `topup ${topupId}`, own: takes.amount.minor, shares: [] }
  const { changes, writes } = await takePending(db, now, transaction, taking)
  return writes.length === 0 ? [] : [...amendTransaction(transaction, changes).writes, ...writes]
}
