import { randomUUID } from 'node:crypto'
import { commit, decide, type Write } from '#kernel/commit.ts'
import type { PaymentId, SiteId } from '#kernel/ids.ts'
import { compare, formatMoney, type Money } from '#kernel/money.ts'
import { askFollow } from './follow.ts'
import { type PaymentsHouse, resolveAfter } from './house.ts'
import { movePayment, statusAfter } from './move-payment.ts'
import type { Payment } from './payment.ts'
import { refuse } from './refusals.ts'
import { findPayment } from './store.ts'

export type CaptureWish = {
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
  house: PaymentsHouse,
  { siteId, paymentId, amount, alongside }: CaptureWish,
): Promise<Payment> {
  const promised = await decide(async () => {
    const payment = await findPayment(house.db, siteId, paymentId)
    if (!payment) throw refuse('payment_not_found')
    statusAfter(payment, 'askCapture')
    const wanted = amount ?? payment.amount
    if (wanted.minor <= 0n) throw refuse('amount_not_positive', { field: 'amount' })
    if (wanted.currency !== payment.amount.currency || compare(wanted, payment.amount) > 0)
      throw refuse('capture_too_large', {
        field: 'amount',
        most: formatMoney(payment.amount),
        currency: payment.amount.currency,
      })
    const now = house.clock.now()
    const ask = { key: randomUUID(), kind: 'capture' as const, minor: wanted.minor }
    const moved = movePayment(now, payment, 'askCapture', { ask, dueAt: now.add(resolveAfter), dueTries: 0 })
    await commit(house, now, [...moved.writes, ...(alongside?.(payment.id) ?? [])])
    return moved.payment
  })
  return askFollow(house, promised)
}
