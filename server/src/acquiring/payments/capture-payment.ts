import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import { compare, formatMoney, type Money } from '#kernel/base/money.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { type PaymentsContext, resolveAfter } from './context.ts'
import { sendModification } from './modification.ts'
import type { Payment } from './payment.ts'
import { refuse } from './refusals.ts'
import { findPayment } from './store.ts'
import { statusAfter, transitionPayment } from './transition-payment.ts'

export type CaptureInput = {
  siteId: SiteId
  paymentId: PaymentId
  /** All of it, unless told. */
  amount: Money | undefined
  /** What the promise must be written with, such as an idempotency key. */
  alongside?: (paymentId: PaymentId) => readonly Write[]
}

/**
 * Takes what an authorization reserved, all of it or part; the rest is let go. Once per authorization (wire fact 3.2).
 * Gives the payment back as it then stands: `captured`, `authorized` again when the acquirer refused, or `capturing` when
 * its answer was lost and the resolver goes on.
 */
export async function capturePayment(
  ctx: PaymentsContext,
  { siteId, paymentId, amount, alongside }: CaptureInput,
): Promise<Payment> {
  const recorded = await decide(async () => {
    const payment = await findPayment(ctx.db, siteId, paymentId)
    if (!payment) throw refuse('payment_not_found')
    statusAfter(payment, 'requestCapture')
    const wanted = amount ?? payment.amount
    if (wanted.minor <= 0n) throw refuse('amount_not_positive', { field: 'amount' })
    if (wanted.currency !== payment.amount.currency || compare(wanted, payment.amount) > 0)
      throw refuse('capture_too_large', {
        field: 'amount',
        most: formatMoney(payment.amount),
        currency: payment.amount.currency,
      })
    const now = ctx.clock.now()
    const request = { key: randomUUID(), kind: 'capture' as const, minor: wanted.minor }
    const transition = transitionPayment(now, payment, 'requestCapture', {
      request,
      dueAt: now.add(resolveAfter),
      dueTries: 0,
    })
    await commit(ctx, now, [...transition.writes, ...(alongside?.(payment.id) ?? [])])
    return transition.payment
  })
  return sendModification(ctx, recorded)
}
