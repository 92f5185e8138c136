import { randomUUID } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { audited } from './audited.ts'
import type { Alongside, PaymentsContext } from './context.ts'
import { awaiting, noPendingRequest } from './payment.ts'
import { backToAuthorized, type FinalResult, finalResultOf, recordResult } from './record-result.ts'
import { refuse } from './refusals.ts'
import { getPayment } from './store.ts'
import type { Payment } from './transaction.ts'
import { transitionPayment } from './transition-payment.ts'
import type { Transition } from './transition-transaction.ts'

/**
 * Records the intent to void an authorization, whole. One try: goes stale when the payment changed meanwhile. Refuses a
 * part with `void_not_partial`.
 */
export async function recordVoidIntent(
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  amount: Money | undefined,
  { by, reversal, alongside }: Alongside,
): Promise<Payment> {
  if (amount && amount.minor !== payment.amount.minor)
    throw refuse('void_not_partial', { field: 'amount', whole: formatMoney(payment.amount) })
  const request = { key: randomUUID(), kind: 'reverse' as const, minor: payment.amount.minor }
  const changes = { ...awaiting(now, request), reversal }
  const { transaction, writes } = transitionPayment(now, payment, 'requestVoid', changes)
  const entry = audited(now, by, payment, { action: 'voidRequested', amount: payment.amount })
  await commit(ctx, now, [...writes, entry, ...alongside(payment.id)], 'void-payment')
  return transaction
}

/** Requests the void whose intent is recorded, and records the result. Its key makes a second request harmless. */
export async function sendVoid(ctx: PaymentsContext, recorded: Payment): Promise<Payment> {
  const { request, amount, key: authorization, reference } = recorded
  const result = await finalResultOf(
    ctx.connectors.get(recorded.connector).reverse({ key: request!.key, amount, authorization, reference }),
  )
  return result ? recordVoidResult(ctx, recorded, result) : recorded
}

export const recordVoidResult = (ctx: PaymentsContext, known: Payment, result: FinalResult): Promise<Payment> =>
  recordResult(ctx, known, {
    read: () => getPayment(ctx.db, known.id),
    plan: (now, payment) => planVoidResult(ctx, now, payment, result),
  })

export const planVoidResult = async (
  ctx: PaymentsContext,
  now: Instant,
  payment: Payment,
  result: FinalResult,
): Promise<Transition<Payment>> =>
  result.outcome === 'done'
    ? transitionPayment(now, payment, 'void', noPendingRequest)
    : transitionPayment(now, payment, 'refuse', await backToAuthorized(ctx, now, payment))
