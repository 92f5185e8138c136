import { findShopper } from '#acquiring/shoppers'
import type { Author } from '#core/directory'
import { Refusal } from '#kernel/base/refusal.ts'
import type { PaymentsContext } from './context.ts'
import { changeDue, waitLonger } from './inquire-later.ts'
import { isReversalDeclined, reversePayment } from './reverse-payment.ts'
import { getPayment } from './store.ts'
import type { Payment } from './transaction.ts'

/**
 * The return of the money of a customer who was deleted before the payment was approved. While the acquirer declines it, it
 * is tried again, later and later, and at last the log asks for an operator. A payment of anybody else is due no more.
 */
export async function returnToRemoved(ctx: PaymentsContext, payment: Payment, worker: Author): Promise<void> {
  const { id, siteId, shopperId } = payment
  if (!(await findShopper(ctx.db, shopperId))?.removed) return changeDue(ctx, payment, { dueAt: undefined })
  const by = { ...worker, reason: 'The customer was deleted before the payment was approved.' }
  const reversed = await reversePayment(ctx, { by, siteId, paymentId: id, amount: undefined, why: undefined }).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    },
  )
  const now = await getPayment(ctx.db, id)
  if (!reversed || isReversalDeclined(reversed)) return waitLonger(ctx, now)
  if (now.status === 'captured') await changeDue(ctx, now, { dueAt: undefined })
}
