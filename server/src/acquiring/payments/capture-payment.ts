import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import type { Author, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { compare, formatMoney, type Money, money } from '#kernel/base/money.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { audited } from './audited.ts'
import type { PaymentsContext } from './context.ts'
import { awaiting, captureChanges, noPendingRequest } from './payment.ts'
import { requireCapturable } from './possible-actions.ts'
import { backToAuthorized, type FinalResult, finalResultOf, recordResult } from './record-result.ts'
import { refuse } from './refusals.ts'
import { requireTransaction } from './require-transaction.ts'
import { capturedShares } from './shares.ts'
import { getPayment } from './store.ts'
import type { Payment } from './transaction.ts'
import { transitionPayment } from './transition-payment.ts'
import type { Transition } from './transition-transaction.ts'

export type CaptureInput = {
  by: Author
  siteId: SiteId
  paymentId: PaymentId
  /** All of it when left out. */
  amount: Money | undefined
  /** What is committed together with the intent, such as an idempotency key. */
  alongside?: (paymentId: PaymentId) => readonly Write[]
}

/**
 * Captures an authorization, all of it or part; the rest is released. Once per authorization (wire fact 3.2).
 * Returns the payment as it is then: `captured`, `authorized` again when the acquirer declined, or `capturing` when its
 * response was lost and the resolver goes on. Refuses with `payment_not_found`, `unexpected_payment_status`,
 * `amount_not_positive` and `capture_too_large`.
 */
export async function capturePayment(ctx: PaymentsContext, input: CaptureInput): Promise<Payment> {
  const recorded = await decide(() => recordCaptureIntent(ctx, input))
  return sendCapture(ctx, recorded)
}

async function recordCaptureIntent(
  ctx: PaymentsContext,
  { by, siteId, paymentId, amount, alongside }: CaptureInput,
): Promise<Payment> {
  const payment = await requireTransaction(ctx.db, siteId, paymentId)
  requireCapturable(payment)
  const wanted = amount ?? payment.amount
  if (wanted.minor <= 0n) throw refuse('amount_not_positive', { field: 'amount' })
  if (wanted.currency !== payment.amount.currency || compare(wanted, payment.amount) > 0)
    throw refuse('capture_too_large', {
      field: 'amount',
      most: formatMoney(payment.amount),
      currency: payment.amount.currency,
    })
  const { partialCapture } = ctx.connectors.get(payment.connector).capabilities
  if (!partialCapture && wanted.minor !== payment.amount.minor)
    throw refuse('capture_not_partial', { field: 'amount', whole: formatMoney(payment.amount) })
  const now = ctx.clock.now()
  const request = { key: randomUUID(), kind: 'capture' as const, minor: wanted.minor }
  const { transaction, writes } = transitionPayment(now, payment, 'requestCapture', awaiting(now, request))
  const entry = audited(now, by, payment, { action: 'captureRequested', amount: wanted })
  await commit(ctx, now, [...writes, entry, ...(alongside?.(payment.id) ?? [])], 'capture-payment')
  return transaction
}

/** Requests the capture whose intent is recorded, and records the result. Its key makes a second request harmless. */
export async function sendCapture(ctx: PaymentsContext, recorded: Payment): Promise<Payment> {
  const { connector, request, amount, key: authorization, reference } = recorded
  const result = await finalResultOf(
    ctx.connectors.get(connector).capture({
      key: request!.key,
      amount: money(request!.minor, amount.currency),
      authorization,
      reference,
    }),
  )
  return result ? recordCaptureResult(ctx, recorded, result) : recorded
}

export const recordCaptureResult = (ctx: PaymentsContext, known: Payment, result: FinalResult): Promise<Payment> =>
  recordResult(ctx, known, {
    read: () => getPayment(ctx.db, known.id),
    plan: (now, payment) => planCaptureResult(ctx, now, payment, result),
  })

export async function planCaptureResult(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  result: FinalResult,
): Promise<Transition<Payment>> {
  if (result.outcome === 'declined')
    return transitionPayment(now, payment, 'refuse', await backToAuthorized(ctx, now, payment))
  const captured = money(payment.request!.minor, payment.amount.currency)
  const changes = await captureChanges(ctx, now, payment, captured)
  return transitionPayment(now, payment, 'capture', {
    ...noPendingRequest,
    ...changes,
    shares: capturedShares(payment, captured),
  })
}
