import { randomUUID } from 'node:crypto'
import type { PaymentId } from '#acquiring/ids'
import type { AuthorizeResult } from '#connectors/acquirer/port.ts'
import type { SiteId } from '#core/directory'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { applyAuthorizationResult } from './apply-authorization-result.ts'
import { type PaymentsContext, resultIfReceived } from './context.ts'
import { resolveAfter } from './payment.ts'
import { refuse } from './refusals.ts'
import { requireTransaction } from './require-transaction.ts'
import { isPayment, type Payment } from './transaction.ts'
import { transitionPayment } from './transition-payment.ts'

/**
 * Completes the challenge when the shopper is back from their bank with its response, which we pass on unread. A second
 * return of the same shopper (a reload, the back button) finds another status and changes nothing.
 */
export async function completeChallenge(
  ctx: PaymentsContext,
  { siteId, paymentId, response }: { siteId: SiteId; paymentId: PaymentId; response: Readonly<Record<string, string>> },
): Promise<Payment> {
  const { payment, requests } = await decide(async () => {
    const found = await requireTransaction(ctx.db, siteId, paymentId)
    if (!isPayment(found)) throw refuse('payment_not_found')
    if (found.status !== 'challenging') return { payment: found, requests: false }
    // It would take money. What the bank has said can be sent again, until the challenge is abandoned.
    if ((await ctx.routing.paused()).has(found.connector)) throw refuse('payments_paused', { retryAfterSeconds: 60 })
    const now = ctx.clock.now()
    const request = { key: randomUUID(), kind: 'completeChallenge' as const, minor: found.amount.minor }
    const transition = transitionPayment(now, found, 'completeChallenge', {
      request,
      challenge: undefined,
      dueAt: now.add(resolveAfter),
    })
    await commit(ctx, now, transition.writes, 'complete-challenge')
    return { payment: transition.transaction, requests: true }
  })
  if (!requests) return payment
  const result = await resultIfReceived<AuthorizeResult>(
    ctx.connectors
      .get(payment.connector)
      .completeChallenge({ key: payment.request!.key, authorization: payment.key, response }),
  )
  return applyAuthorizationResult(ctx, payment, result)
}
