import type { Declined, Done, Pending, RefundRequest, RefundResult } from '../port.ts'
import { findHead } from './authorize.ts'
import { isPaid, isPartOf, modificationResult } from './capture.ts'
import type { StripeContext } from './context.ts'
import { findRefund, getPaymentIntent, postRefund } from './intents.ts'
import { type Refund, readRefund } from './objects.ts'
import { amountOf, declined, type Entry, recordOnce, recordResult } from './record.ts'
import { onceSent, sendOnce } from './sending.ts'
import { stripeUnits } from './units.ts'

/** Refunds all or part of a captured payment. How much is left, Stripe counts. */
export async function refund(ctx: StripeContext, request: RefundRequest): Promise<RefundResult> {
  const { key, authorization, amount } = request
  const head = await findHead(ctx, authorization)
  const entry = await recordOnce(ctx, key, async () => {
    const isPossible = isPaid(head) && isPartOf(head, amount)
    const result = isPossible ? null : declined('rejected_by_processor')
    return { key, authorization, kind: 'refund', minor: amount.minor, currency: amount.currency, result }
  })
  if (entry.result || !head?.object) return modificationResult(entry.result ?? declined('rejected_by_processor'))
  return modificationResult(await refundIntent(ctx, entry, head.object))
}

/** Refunds what a request is about, unless that was done, and records what has come of it. */
export async function refundIntent(ctx: StripeContext, entry: Entry, intent: string): Promise<RefundResult> {
  const { key } = entry
  const made = entry.sentAt ? await findRefund(ctx, intent, key) : undefined
  if (made) return recordRefund(ctx, key, made)
  // An authorization that is only held is not refunded but released, which a refund is not asked for.
  const { status } = await getPaymentIntent(ctx, intent)
  if (status !== 'succeeded')
    return modificationResult(await recordResult(ctx, key, declined('rejected_by_processor', intent)))
  const isReversal = entry.kind === 'reverse'
  // A cancellation that was refused has had the key itself. The whole of a payment is refunded once, whatever the key.
  const post = (stripeKey: string) =>
    postRefund(ctx, {
      stripeKey: isReversal ? `${stripeKey}:refund` : stripeKey,
      ...{ key, intent, amount: stripeUnits.write(amountOf(entry)) },
    })
  const reply = await sendOnce(ctx, entry, { post, isOnce: isReversal })
  if (reply.ok) return recordRefund(ctx, key, readRefund(reply.body))
  return onceSent(async () => {
    const earlier = await findRefund(ctx, intent, key)
    if (earlier) return recordRefund(ctx, key, earlier)
    return modificationResult(await recordResult(ctx, key, declined('rejected_by_processor', intent)))
  })
}

export async function recordRefund(ctx: StripeContext, key: string, made: Refund): Promise<RefundResult> {
  return modificationResult(await recordResult(ctx, key, refundResult(made), { object: made.id }))
}

/** A refund that the bank has not taken yet may still fail. */
export function refundResult({ id, status }: Refund): Done | Declined | Pending {
  switch (status) {
    case 'succeeded':
      return { outcome: 'done', reference: id }
    case 'failed':
    case 'canceled':
      return declined('rejected_by_processor', id)
    default:
      return { outcome: 'pending', reference: id }
  }
}
