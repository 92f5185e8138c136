import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { NoResponse, type ReverseRequest, type ReverseResult } from '../port.ts'
import { findHead } from './authorize.ts'
import { modificationResult } from './capture.ts'
import type { StripeContext } from './context.ts'
import { cancelIntent, getPaymentIntent } from './intents.ts'
import { cancelParams, captureIn } from './params.ts'
import { amountOf, changed, declined, type Entry, findEntry, hasCaptured, newRow, recordResult } from './record.ts'
import { refundIntent } from './refund.ts'
import { onceSent, sendOnce } from './sending.ts'
import { stripeUnits } from './units.ts'

/**
 * Reverses an authorization: cancels its intent, or refunds what was captured. The authorization is stopped first, in the
 * commit that records the reversal, so that a card that was not sent yet never is; Stripe refuses one that arrives when
 * the intent is cancelled.
 */
export async function reverse(ctx: StripeContext, request: ReverseRequest): Promise<ReverseResult> {
  const { entry, head } = await stop(ctx, request)
  if (entry.result) return modificationResult(entry.result)
  if (!head?.object) throw new Error(`the authorization ${request.authorization} has no intent`)
  return head.kind === 'verify' ? reverseVerification(ctx, head, entry) : reversePayment(ctx, head, entry)
}

type Stopped = { entry: Entry; head: Entry | undefined }

/** Records the reversal, and that nothing more is sent for its authorization. Without an intent that is all. */
const stop = (ctx: StripeContext, { key, authorization, amount }: ReverseRequest): Promise<Stopped> =>
  decide(async () => {
    const [known, head] = [await findEntry(ctx, key), await findHead(ctx, authorization)]
    if (known) return { entry: known, head }
    const isSent = head?.object != null
    const row = { key, authorization, minor: amount.minor, currency: amount.currency }
    const done = { outcome: 'done', reference: authorization } as const
    const writes: Write[] = [newRow(ctx, { ...row, kind: 'reverse', result: isSent ? null : done })]
    const never = declined('rejected_by_processor')
    if (!head) writes.push(newRow(ctx, { ...row, key: authorization, kind: 'auth', isStopped: true, result: never }))
    else if (!head.isStopped)
      writes.push(changed(head, { isStopped: true, ...(!isSent && !head.result && { result: never }) }))
    await commit(ctx, ctx.clock.now(), writes, 'reverse')
    return { entry: (await findEntry(ctx, key))!, head }
  })

/** A verification holds nothing once it has a result; without one it is ended. */
async function reverseVerification(ctx: StripeContext, head: Entry, entry: Entry): Promise<ReverseResult> {
  await cancelIntent(ctx, head, { id: head.object!, key: entry.key })
  return modificationResult(await recordResult(ctx, entry.key, { outcome: 'done', reference: head.object! }))
}

/** Stripe refuses to cancel what is cancelled already, or captured: then the intent says which. */
async function reversePayment(ctx: StripeContext, head: Entry, entry: Entry): Promise<ReverseResult> {
  const id = head.object!
  const post = (key: string) => ctx.api.post(`/v1/payment_intents/${id}/cancel`, { key, params: cancelParams() })
  const reply = await sendOnce(ctx, entry, { post, isOnce: true })
  if (reply.ok) return recordDone(ctx, entry.key, id)
  return onceSent(async () => {
    const { status, amount_received: received, currency, metadata } = await getPaymentIntent(ctx, id)
    if (status === 'canceled') return recordDone(ctx, entry.key, id)
    const isOurs =
      head.kind === 'sale' || captureIn(metadata) !== undefined || (await hasCaptured(ctx, entry.authorization))
    const isWhole = stripeUnits.isSame(currency.toUpperCase(), received, amountOf(entry))
    if (status === 'succeeded') return reverseCaptured(ctx, { entry, id, isOurs, isWhole })
    throw new NoResponse(`the payment ${id} cannot be cancelled while it is ${status}`)
  })
}

/**
 * Of a payment of which a part was refunded or disputed, Stripe does not refund the whole. What somebody else has captured,
 * such as a person in Stripe's dashboard, is not refunded because its authorization lapses: a person decides.
 */
async function reverseCaptured(
  ctx: StripeContext,
  { entry, id, isOurs, isWhole }: { entry: Entry; id: string; isOurs: boolean; isWhole: boolean },
): Promise<ReverseResult> {
  if (!isOurs)
    ctx.log.error(
      { payment: id, authorization: entry.authorization },
      'an authorization was captured at Stripe by somebody else: capture the same amount here, or refund it there',
    )
  if (isOurs && isWhole) return refundIntent(ctx, entry, id)
  return modificationResult(await recordResult(ctx, entry.key, declined('rejected_by_processor', id)))
}

async function recordDone(ctx: StripeContext, key: string, reference: string): Promise<ReverseResult> {
  return modificationResult(await recordResult(ctx, key, { outcome: 'done', reference }))
}
