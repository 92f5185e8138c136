import { randomUUID } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { audited } from './audited.ts'
import type { Alongside, PaymentsContext } from './context.ts'
import { awaiting, noPendingRequest } from './payment.ts'
import { type FinalResult, finalResultOf, recordResult } from './record-result.ts'
import { getPayment } from './store.ts'
import { partsOf, takePending } from './take-pending.ts'
import type { Payment } from './transaction.ts'
import { transitionPayment } from './transition-payment.ts'
import type { Transition } from './transition-transaction.ts'

/** Records the intent to cancel a capture that is not settled, whole. One try: goes stale when the payment changed. */
export async function recordCancelIntent(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  { by, reversal, alongside }: Alongside,
): Promise<Payment> {
  const request = { key: randomUUID(), kind: 'reverse' as const, minor: payment.captured.minor }
  const changes = { ...awaiting(now, request), reversal }
  const { transaction, writes } = transitionPayment(now, payment, 'requestCancel', changes)
  const entry = audited(now, by, payment, { action: 'cancellationRequested', amount: payment.captured })
  await commit(ctx, now, [...writes, entry, ...alongside(payment.id)], 'cancel-payment')
  return transaction
}

/** Requests the reversal whose intent is recorded, and records the result. Its key makes a second request harmless. */
export async function sendCancel(ctx: PaymentsContext, recorded: Payment): Promise<Payment> {
  const { request, captured, key: authorization, reference } = recorded
  const result = await finalResultOf(
    ctx.connectors.get(recorded.connector).reverse({ key: request!.key, amount: captured, authorization, reference }),
  )
  return result ? recordCancelResult(ctx, recorded, result) : recorded
}

export const recordCancelResult = (ctx: PaymentsContext, known: Payment, result: FinalResult): Promise<Payment> =>
  recordResult(ctx, known, {
    read: () => getPayment(ctx.db, known.id),
    plan: (now, payment) => planCancelResult(ctx, now, payment, result),
  })

export async function planCancelResult(
  { db }: Pick<PaymentsContext, 'db'>,
  now: Instant,
  payment: Payment,
  result: FinalResult,
): Promise<Transition<Payment>> {
  if (result.outcome !== 'done') return transitionPayment(now, payment, 'refuse', noPendingRequest)
  const taken = await takePending(db, now, payment, { by: `payment ${payment.id}`, ...partsOf(payment) })
  const cancelled = transitionPayment(now, payment, 'cancel', { ...noPendingRequest, ...taken.changes })
  return { ...cancelled, writes: [...cancelled.writes, ...taken.writes] }
}
