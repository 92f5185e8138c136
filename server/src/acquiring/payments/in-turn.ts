import type { PaymentId } from '#acquiring/ids'
import { decide, StaleWrite } from '#kernel/db/commit/commit.ts'
import type { PaymentsContext } from './context.ts'

/**
 * Runs a decision about a payment. It first tries without a lock, as every decision does; when others were quicker
 * twice, it waits for its turn under a lock of the payment's row and is carried out then. So any number of refunds of
 * one payment at the same moment are decided one after the other, and none is refused because of the others.
 *
 * `work` reads and commits with the context that it is given, and is safe to repeat.
 */
export async function inTurn<T>(
  ctx: PaymentsContext,
  { paymentId, name }: { paymentId: PaymentId; name: string },
  work: (ctx: PaymentsContext) => Promise<T>,
): Promise<T> {
  for (let tries = 1; tries <= triesWithoutLock; tries++) {
    try {
      return await work(ctx)
    } catch (error) {
      if (!(error instanceof StaleWrite)) throw error
    }
  }
  const rows = [{ table: 'payments.payments' as const, ids: [paymentId] }]
  // Under the lock only what is not of the payment can be stale, such as the row of a refund that somebody resolves.
  return decide(() => ctx.db.locked(rows, { name, deadlineMs }, (tx) => work({ ...ctx, db: tx })))
}
const triesWithoutLock = 2
const deadlineMs = 20_000
