import { findShopper } from '#acquiring/shoppers'
import type { Author } from '#core/directory'
import type { PaymentsContext } from './context.ts'
import { changeDue } from './inquire-later.ts'
import { reversePayment } from './reverse-payment.ts'
import { getPayment } from './store.ts'
import type { Payment } from './transaction.ts'

/** What a customer paid who was deleted meanwhile is returned, and the payment is due no more. */
export async function returnToRemoved(
  ctx: PaymentsContext,
  { id, siteId, shopperId }: Payment,
  worker: Author,
): Promise<void> {
  if ((await findShopper(ctx.db, shopperId))?.removed) {
    const by = {
      ...worker,
      reason: 'The customer was deleted before the payment was approved.',
    }
    await reversePayment(ctx, { by, siteId, paymentId: id, amount: undefined, why: undefined })
  }
  const payment = await getPayment(ctx.db, id)
  if (payment.status === 'captured') await changeDue(ctx, payment, { dueAt: undefined })
}
