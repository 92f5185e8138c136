import { parseJsonExactly } from '#kernel/base/json.ts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import type { IncomingResult, InquiryResult } from '../port.ts'
import type { AppliedWebhook, StoredWebhook } from '../processor.ts'
import { applyAuthorisation, applyExpiry, applyOfferClosed } from './apply-authorisation.ts'
import type { AdyenContext } from './context.ts'
import { declined } from './declines.ts'
import { applyDispute, isDisputeEvent } from './disputes.ts'
import { recordFailedReversal, recordFailure, recordModification, recordReturn } from './modify.ts'
import { instantOf } from './receive-webhooks.ts'
import { announceReport } from './reports.ts'
import { finish, refuse, reverseNow } from './reverse.ts'
import { findByPspReference, findEntry, isKey, storyOf } from './store.ts'
import { authorizationIn, deciderIn, type Entry, type RequestKind, reversalsIn } from './story.ts'
import { adyenUnits } from './units.ts'
import { type WebhookItem, webhookItem } from './webhook-item.ts'

/**
 * Does what an item of a webhook says. Items come late, twice and in any order: each changes only what is still open, so
 * that it may be applied again. Money moves by signed fields alone.
 * @throws when the answer that it belongs to is not recorded yet, or when it speaks of a dispute before its opening.
 */
export async function applyWebhook(ctx: AdyenContext, { body }: StoredWebhook): Promise<AppliedWebhook> {
  const item = webhookItem.parse(parseJsonExactly(body.reveal()))
  if (item.eventCode === 'REPORT_AVAILABLE') return announceReport(ctx, item)
  const { merchantAccount } = (await ctx.api.credentials()).current
  if (item.merchantAccountCode !== merchantAccount)
    return { results: [], ignored: 'it is about another merchant account' }
  await recordNotice(ctx, item)
  if (isDisputeEvent(item.eventCode)) return applyDispute(ctx, item)
  switch (item.eventCode) {
    case 'AUTHORISATION':
      return applyAuthorisation(ctx, item)
    case 'OFFER_CLOSED':
      return applyOfferClosed(ctx, item)
    case 'EXPIRE':
      return applyExpiry(ctx, item)
    case 'CAPTURE':
    case 'CAPTURE_FAILED':
      return applyModification(ctx, item, 'capture')
    case 'REFUND':
    case 'REFUND_FAILED':
    case 'REFUNDED_REVERSED':
      return applyModification(ctx, item, 'refund')
    case 'CANCELLATION':
    case 'CANCEL_OR_REFUND':
    case 'TECHNICAL_CANCEL':
      return applyReversal(ctx, item)
    default:
      return { results: [], ignored: `${item.eventCode} changes nothing here` }
  }
}

const notOurs: AppliedWebhook = { results: [], ignored: 'it is about no payment of this connection' }

/** An amount in a currency that is not counted here is 0 in it: the message itself is kept. */
async function recordNotice(ctx: AdyenContext, item: WebhookItem): Promise<void> {
  const { eventCode, pspReference, success, originalReference, merchantReference, amount } = item
  const now = ctx.clock.now()
  const row = {
    connector: ctx.connector,
    event_code: eventCode,
    psp_reference: pspReference,
    is_success: success,
    original_reference: originalReference || null,
    merchant_reference: merchantReference && isKey(merchantReference) ? merchantReference : null,
    minor: (amount && adyenUnits.read(amount.currency, amount.value)?.minor) ?? 0n,
    currency: amount?.currency.slice(0, 3) ?? '',
    happened_at: instantOf(item.eventDate) ?? now,
  }
  const conflict = ['connector', 'event_code', 'psp_reference', 'is_success'] as const
  await commit(ctx, now, [insert('adyen.notices', row, { orElse: { conflict, set: [] } })], 'apply-webhook')
}

/**
 * The outcome of a capture or a refund. A refund that fails after it was done (the card is closed) has come back; a capture
 * that does has failed. Adyen may capture it once more by itself, which no signed field tells from the first time: the
 * settlement report has that.
 */
async function applyModification(
  ctx: AdyenContext,
  item: WebhookItem,
  kind: 'capture' | 'refund',
): Promise<AppliedWebhook> {
  const found = await findModification(ctx, item, kind)
  if (!found) return item.eventCode === 'CAPTURE_FAILED' ? failSale(ctx, item) : failReversal(ctx, item)
  const { key } = found
  const isDone = item.success && (item.eventCode === 'CAPTURE' || item.eventCode === 'REFUND')
  const result = isDone
    ? { outcome: 'done' as const, reference: item.pspReference }
    : declined('rejected_by_processor', { reference: item.pspReference })
  const known = await recordModification(ctx, found, { result })
  if (known.outcome === 'done' && !isDone && (await recordReturn(ctx, found, item.pspReference)))
    return { results: [{ key, result: { outcome: 'returned', reference: item.pspReference } }] }
  const isFailure = known.outcome === 'done' && item.eventCode === 'CAPTURE_FAILED'
  const failure = isFailure ? await recordFailure(ctx, found, item.pspReference) : undefined
  return { results: [{ key, result: failure ?? known }] }
}

/**
 * What was reversed is charged all the same: the refund by which a capture was reversed did not arrive, or the payment was
 * captured by somebody else, such as a person at Adyen. Adyen has no message that a cancellation failed after it was done.
 */
async function failReversal(ctx: AdyenContext, item: WebhookItem): Promise<AppliedWebhook> {
  const { eventCode, success, pspReference, originalReference } = item
  const isCapture = eventCode === 'CAPTURE' && success
  if (!isCapture && eventCode !== 'REFUND_FAILED' && eventCode !== 'REFUNDED_REVERSED') return notOurs
  const payment = await findByPspReference(ctx, originalReference || pspReference)
  const story = payment ? await storyOf(ctx, payment.authorization) : []
  const isIt = (entry: Entry) => isCapture || entry.pspReference === pspReference
  const reversal = reversalsIn(story).findLast((entry) => entry.result !== null && isIt(entry))
  const result = reversal && (await recordFailedReversal(ctx, reversal, pspReference))
  return result ? { results: [{ key: result.authorization, result }] } : notOurs
}

/** Adyen captures a sale by itself: its failure names the payment alone, of which the answer may not be known yet. */
async function failSale(
  ctx: AdyenContext,
  { originalReference, merchantReference, pspReference }: WebhookItem,
): Promise<AppliedWebhook> {
  const named = originalReference ? await findByPspReference(ctx, originalReference) : undefined
  const payment = named ?? (merchantReference ? await findEntry(ctx, merchantReference) : undefined)
  if (!payment) return notOurs
  const story = await storyOf(ctx, payment.authorization)
  const [head, decider] = [authorizationIn(story), deciderIn(story)]
  if (head?.kind !== 'sale' || !decider) return notOurs
  if (decider.result === null) throw new Error('the result of the authorization that this is about is not recorded yet')
  const result = await recordFailure(ctx, decider, pspReference)
  return result ? { results: [{ key: head.key, result }] } : notOurs
}

/** The request that a modification's webhook is about; it may have arrived before the answer to the request. */
async function findModification(ctx: AdyenContext, item: WebhookItem, kind: RequestKind): Promise<Entry | undefined> {
  const { pspReference, merchantReference, originalReference } = item
  const isKind = (entry: Entry | undefined) => entry?.kind === kind
  const named = await findByPspReference(ctx, pspReference)
  if (isKind(named)) return named
  const keyed = merchantReference ? await findEntry(ctx, merchantReference) : undefined
  if (isKind(keyed)) return keyed
  const payment = originalReference ? await findByPspReference(ctx, originalReference) : keyed
  if (!payment) return undefined
  const story = await storyOf(ctx, payment.authorization)
  if (story.some((entry) => entry.kind === kind && entry.result === null && entry.pspReference === null))
    throw new Error('the answer to the request that this is about is not recorded yet')
  return undefined
}

async function applyReversal(ctx: AdyenContext, item: WebhookItem): Promise<AppliedWebhook> {
  const { eventCode, success, merchantReference } = item
  const route = eventCode === 'TECHNICAL_CANCEL' ? 'reference' : 'psp'
  const found = (await findModification(ctx, item, 'reverse')) ?? (await findByReference(ctx, merchantReference ?? ''))
  if (!found) return notOurs
  // A payment that was cancelled is cancelled, by whichever name.
  if (success) await finish(ctx, found, { outcome: 'done', reference: item.pspReference })
  else if (found.route === route && found.result === null) {
    await refuse(ctx, found, route)
    await reverseNow(ctx, found.authorization)
  }
  return { results: await resultOf(ctx, found) }
}

/** A technical cancel may carry the reference of the payment instead of its own. */
async function findByReference(ctx: AdyenContext, merchantReference: string): Promise<Entry | undefined> {
  const payment = await findEntry(ctx, merchantReference)
  const story = payment ? await storyOf(ctx, payment.authorization) : []
  if (authorizationIn(story)?.key !== merchantReference) return undefined
  return reversalsIn(story).find(({ route, result }) => route !== null && result === null)
}

/** Of a reversal that the connector has requested by itself only that it failed: the payment was reversed for us. */
async function resultOf(ctx: AdyenContext, { key, isOurs, authorization }: Entry): Promise<IncomingResult[]> {
  const result: InquiryResult | null = (await findEntry(ctx, key))?.result ?? null
  if (result === null) return []
  if (!isOurs) return [{ key, result }]
  if (result.outcome !== 'declined') return []
  const reference = result.reference ?? key
  return [{ key: authorization, result: { outcome: 'failed', request: 'reverse', authorization, reference } }]
}
