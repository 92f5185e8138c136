import { type InquiryResult, NoResponse } from '../port.ts'
import { concluded, findHead } from './authorize.ts'
import { captureMade } from './capture.ts'
import { challengeResult } from './complete-challenge.ts'
import type { StripeContext } from './context.ts'
import { findRefund, getIntent, getPaymentIntent, getRefund } from './intents.ts'
import { type Entry, findEntry, recordResult, type StripeResult } from './record.ts'
import { recordRefund } from './refund.ts'
import { resultOf } from './results.ts'

/**
 * What has become of a request: from our own row where its result is recorded, and else from the object at Stripe that it
 * was about. Never from a search, which lags behind.
 */
export async function inquire(ctx: StripeContext, key: string): Promise<InquiryResult> {
  const entry = await findEntry(ctx, key)
  if (!entry) return notFound
  if (entry.result) return refunds.has(entry.kind) ? refundSince(ctx, entry) : inquiryResult(entry.result)
  const head = await findHead(ctx, entry.authorization)
  // Nothing of a payment without an intent has ever reached a card.
  if (!head?.object) return notFound
  switch (entry.kind) {
    case 'auth':
    case 'sale':
    case 'verify':
      return authorizationOf(ctx, entry, head.object)
    case 'completeChallenge':
      return challengeResult(ctx, head, entry)
    case 'capture':
      return finished(ctx, key, await captureMade(ctx, head.object, entry))
    case 'refund':
      return refundOf(ctx, entry, head.object)
    case 'reverse':
      return reversalOf(ctx, entry, head.object)
    case 'submitEvidence':
    case 'acceptDispute':
      throw new NoResponse(`what has become of the response ${key} to a dispute is seen when it is sent again`)
  }
}
/** What was captured is reversed by a refund. */
const refunds: ReadonlySet<Entry['kind']> = new Set(['refund', 'reverse'])
const notFound = { outcome: 'not_found' } as const

/**
 * The card may still be on its way for as long as a request can take. After that its sender is gone, and the caller
 * reverses what was not found, so that it is refused should it arrive after all.
 */
async function authorizationOf(ctx: StripeContext, entry: Entry, id: string): Promise<InquiryResult> {
  const intent = await getIntent(ctx, entry, id)
  if (resultOf(intent).outcome !== 'unsent') return concluded(ctx, entry, intent)
  const isOnItsWay =
    !entry.isStopped &&
    entry.sentAt &&
    Temporal.Instant.compare(ctx.clock.now(), entry.sentAt.add({ seconds: onItsWaySeconds })) < 0
  return isOnItsWay ? { outcome: 'pending', reference: id } : notFound
}
const onItsWaySeconds = 90

async function finished(ctx: StripeContext, key: string, result: StripeResult | undefined): Promise<InquiryResult> {
  return result ? inquiryResult(await recordResult(ctx, key, result)) : notFound
}

async function refundOf(ctx: StripeContext, entry: Entry, intent: string): Promise<InquiryResult> {
  const made = await findRefund(ctx, intent, entry.key)
  if (made) return recordRefund(ctx, entry.key, made)
  // Stripe's own fault may have left it half done: it is not made a second time by us.
  return entry.hasFailed ? { outcome: 'pending', reference: intent } : notFound
}

/** A refund that was done may have failed since: Stripe has the money back then. */
async function refundSince(ctx: StripeContext, { result, object, kind, authorization }: Entry): Promise<InquiryResult> {
  const known = inquiryResult(result!)
  if (known.outcome !== 'done' || !object) return known
  const { status } = await getRefund(ctx, object)
  if (status !== 'failed' && status !== 'canceled') return known
  return kind === 'refund'
    ? { outcome: 'returned', reference: object }
    : { outcome: 'failed', request: 'reverse', authorization, reference: object }
}

async function reversalOf(ctx: StripeContext, entry: Entry, intent: string): Promise<InquiryResult> {
  const { status } = await getPaymentIntent(ctx, intent)
  if (status === 'canceled') return finished(ctx, entry.key, { outcome: 'done', reference: intent })
  const made = status === 'succeeded' ? await findRefund(ctx, intent, entry.key) : undefined
  return made ? recordRefund(ctx, entry.key, made) : notFound
}

const inquiryResult = (result: StripeResult): InquiryResult =>
  result.outcome === 'closed' ? { outcome: 'done', reference: result.reference ?? 'closed' } : result
