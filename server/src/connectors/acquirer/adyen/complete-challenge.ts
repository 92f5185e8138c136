import { NoResponse } from '../errors.ts'
import type { CompleteChallengeRequest, CompleteChallengeResult } from '../port.ts'
import { isTurnedAway } from './api.ts'
import { outcomeOf } from './authorization-outcome.ts'
import { authorizationResult } from './authorize.ts'
import type { AdyenContext } from './context.ts'
import { declined } from './declines.ts'
import { recordOnce } from './record.ts'
import { recordOutcome } from './record-outcome.ts'
import { sendOnce, unsend } from './send.ts'
import { storyOf } from './store.ts'
import { authorizationIn, type Entry, stateOf } from './story.ts'
import { requireResult } from './tries.ts'

/**
 * The shopper is back from Adyen's page of 3-D Secure. What the browser brings is opaque and may be another payment's:
 * Adyen's response says whose it is. The completion of a challenge has no card data, so that it can be sent again by any
 * process as long as its key is good.
 */
export async function completeChallenge(
  ctx: AdyenContext,
  { key, authorization, response }: CompleteChallengeRequest,
): Promise<CompleteChallengeResult> {
  const { entry, isNew } = await recordOnce(ctx, { key, authorization }, (story) => {
    const state = stateOf(story)
    const { redirectResult = '' } = response
    const isHere = state === 'challenged' && redirectResult !== ''
    const reason = state === 'challenged' ? 'authentication_failed' : 'rejected_by_processor'
    const { minor = 0n, currency = 'EUR' as const } = authorizationIn(story) ?? {}
    return {
      ...{ key, authorization, kind: 'completeChallenge', minor, currency },
      redirectResult: isHere ? redirectResult.slice(0, redirectResultLengthMax) : null,
      result: isHere ? null : declined(reason),
      isSent: isHere,
    }
  })
  return sendCompletion(ctx, entry, isNew)
}
/** As Adyen takes it. */
const redirectResultLengthMax = 20_000

/** Sends the completion, or sends it again; a result that is known is returned. */
export async function sendCompletion(
  ctx: AdyenContext,
  entry: Entry,
  isFirst: boolean,
): Promise<CompleteChallengeResult> {
  const { key, authorization, result, minor, currency, redirectResult } = entry
  if (result) return authorizationResult(result)
  const head = authorizationIn(await storyOf(ctx, authorization))
  // A webhook does not prove what had to be proven: only this answer does.
  if (entry.pspReference !== null && !head?.mustAuthenticate)
    return { outcome: 'pending', reference: entry.pspReference }
  const sent = await sendOnce(ctx, { entry, isFirst }, () =>
    ctx.api.post('/payments/details', { details: { redirectResult } }, key),
  )
  const { response } = sent
  requireResult(response, sent)
  if (isTurnedAway(response)) {
    // Nothing was looked at: the shopper has confirmed it, and the same request is sent again.
    await unsend(ctx, sent.claimed)
    throw new NoResponse(`Adyen turned the completion of a challenge away with ${response.status}`)
  }
  const outcome = outcomeOf(response, {
    authorization,
    amount: { minor, currency },
    mustAuthenticate: head?.mustAuthenticate === true,
    isChallenged: true,
  })
  return (await recordOutcome(ctx, entry, outcome)) ?? { outcome: 'pending', reference: outcome.holds ?? key }
}
