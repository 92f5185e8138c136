import { NoResponse } from '../errors.ts'
import type { InquiryResult } from '../port.ts'
import { sendCompletion } from './complete-challenge.ts'
import type { AdyenContext } from './context.ts'
import { sendModification } from './modify.ts'
import { pursue, reversalResult } from './reverse.ts'
import { findEntry, storyOf } from './store.ts'
import { deciderIn } from './story.ts'

/**
 * The result of a request, from the connector's own record, which webhooks complete: Adyen has no inquiry. A request
 * without card data is sent again under its key, which Adyen answers as it did the first time. The result of an
 * authorization whose answer was lost comes by webhook alone.
 * @throws NoResponse when it is not known.
 */
export async function inquire(ctx: AdyenContext, key: string): Promise<InquiryResult> {
  const entry = await findEntry(ctx, key)
  if (!entry) return { outcome: 'not_found' }
  const { kind, authorization, result, sentAt, pspReference } = entry
  switch (kind) {
    case 'completeChallenge':
      return sendCompletion(ctx, entry, false)
    case 'capture':
    case 'refund':
      if (result?.outcome === 'returned' || result?.outcome === 'failed') return result
      return result === null && sentAt === null ? { outcome: 'not_found' } : sendModification(ctx, entry, false)
    case 'reverse':
      return result?.outcome === 'failed' ? result : (reversalResult(entry) ?? pursue(ctx, authorization, key))
    default:
      if (result?.outcome === 'challenge') return completed(ctx, authorization, result)
      if (result) return (await failureOf(ctx, authorization)) ?? result
      if (sentAt === null) return { outcome: 'not_found' }
      if (pspReference !== null) return { outcome: 'pending', reference: pspReference }
      throw new NoResponse(
        'the answer of Adyen is lost, and no webhook has brought the result of the authorization yet',
      )
  }
}

/** Captures are forgotten by their keys: what is asked of the authorization is whether its capture has failed. */
async function failureOf(ctx: AdyenContext, authorization: string): Promise<InquiryResult | undefined> {
  const story = await storyOf(ctx, authorization)
  return story.find(({ result }) => result?.outcome === 'failed')?.result ?? undefined
}

/** A challenge that is over has the result of its completion. */
async function completed(ctx: AdyenContext, authorization: string, challenge: InquiryResult): Promise<InquiryResult> {
  return deciderIn(await storyOf(ctx, authorization))?.result ?? challenge
}
