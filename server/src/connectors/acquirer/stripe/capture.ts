import type { Money } from '#kernel/base/money.ts'
import type { CaptureRequest, CaptureResult } from '../port.ts'
import { findHead } from './authorize.ts'
import type { StripeContext } from './context.ts'
import { getPaymentIntent } from './intents.ts'
import * as params from './params.ts'
import { amountOf, declined, type Entry, hasCaptured, recordOnce, recordResult, type StripeResult } from './record.ts'
import { onceSent, sendOnce } from './sending.ts'
import { stripeUnits } from './units.ts'

/** Captures the intent, all of it or a part. Whether it can be captured, Stripe decides. */
export async function capture(ctx: StripeContext, request: CaptureRequest): Promise<CaptureResult> {
  const { key, authorization, amount } = request
  const head = await findHead(ctx, authorization)
  const entry = await recordOnce(ctx, key, async () => {
    const isPossible = isPaid(head) && isPartOf(head, amount)
    const result = isPossible ? null : declined('rejected_by_processor')
    return { key, authorization, kind: 'capture', minor: amount.minor, currency: amount.currency, result }
  })
  if (entry.result || !head?.object) return modificationResult(entry.result ?? declined('rejected_by_processor'))
  const intent = head.object
  const done = entry.sentAt ? await captureMade(ctx, intent, entry) : undefined
  if (done) return modificationResult(await recordResult(ctx, key, done))
  const sent = params.captureParams({ key, amount: stripeUnits.write(amountOf(entry)), settings: ctx.settings })
  const post = (stripeKey: string) =>
    ctx.api.post(`/v1/payment_intents/${intent}/capture`, { key: stripeKey, params: sent })
  const reply = await sendOnce(ctx, entry, { post, isOnce: true })
  const result = reply.ok
    ? ({ outcome: 'done', reference: intent } as const)
    : ((await onceSent(() => captureMade(ctx, intent, entry))) ?? declined('rejected_by_processor', intent))
  return modificationResult(await recordResult(ctx, key, result))
}

/** Whether there is an intent at Stripe to which money may belong. */
export const isPaid = (head: Entry | undefined): head is Entry & { object: string } =>
  head !== undefined && head.object !== null && head.kind !== 'verify'

/** Whether it may be a part of this payment: an amount that Stripe counts, in the payment's currency. */
export const isPartOf = (head: Entry, amount: Money): boolean =>
  amount.currency === head.currency && amount.minor > 0n && stripeUnits.fits(amount)

/**
 * What the intent says of this capture; undefined: that it is not made. One that somebody else has made, such as a person in
 * Stripe's dashboard, is this one when it has its amount: so it comes into the books.
 */
export async function captureMade(
  ctx: StripeContext,
  intent: string,
  entry: Entry,
): Promise<Exclude<CaptureResult, { outcome: 'pending' }> | undefined> {
  const { status, metadata, amount_received: received, currency } = await getPaymentIntent(ctx, intent)
  if (status !== 'succeeded') return status === 'canceled' ? declined('rejected_by_processor', intent) : undefined
  const by = params.captureIn(metadata)
  const isSame = stripeUnits.isSame(currency.toUpperCase(), received, amountOf(entry))
  return by === entry.key || (by === undefined && isSame && (await isOfOthers(ctx, entry)))
    ? { outcome: 'done', reference: intent }
    : declined('rejected_by_processor', intent)
}

/** A sale is captured by itself, and what is booked is not booked again. */
const isOfOthers = async (ctx: StripeContext, { authorization }: Entry): Promise<boolean> =>
  (await findHead(ctx, authorization))?.kind === 'auth' && !(await hasCaptured(ctx, authorization))

/** Of a request for a capture, a reversal or a refund; another kind had the key before. */
export const modificationResult = (result: StripeResult): CaptureResult =>
  result.outcome === 'done' || result.outcome === 'declined' || result.outcome === 'pending'
    ? result
    : declined('rejected_by_processor')
