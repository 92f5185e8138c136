import { NoResponse } from '../errors.ts'
import { type AuthorizeResult, type DeclineReason, exclusionBy, type InquiryResult } from '../port.ts'
import { outcomeOf } from './authorization-outcome.ts'
import { capabilities } from './capabilities.ts'
import type { AdyenContext } from './context.ts'
import { declined } from './declines.ts'
import { type CardRequest, paymentRequest } from './payment-request.ts'
import { recordOnce } from './record.ts'
import { recordOutcome } from './record-outcome.ts'
import { sendOnce } from './send.ts'
import { type Story, stateOf } from './story.ts'
import { requireResult } from './tries.ts'

/**
 * Requests an authorization. The request is recorded before it leaves, and a key that comes again is answered from the
 * record. While its result is not known, the identical request is sent again under its key: then Adyen answers as it did
 * the first time, without a second payment.
 */
export async function authorize(ctx: AdyenContext, request: CardRequest): Promise<AuthorizeResult> {
  const { key, amount, kind, threeDSecure } = request
  const mustAuthenticate = request.authentication === 'required'
  const { entry, isNew } = await recordOnce(ctx, { key, authorization: key }, (story) => {
    const reason = whyDeclined(story, request)
    const { minor, currency } = amount
    const result = reason ? declined(reason) : null
    return { key, authorization: key, kind, minor, currency, mustAuthenticate, result, isSent: !reason }
  })
  if (entry.result) return authorizationResult(entry.result)
  if (entry.kind !== kind || entry.minor !== amount.minor || entry.currency !== amount.currency)
    throw new NoResponse(`the key ${key} is that of another request, whose result is not known yet`)
  if (entry.pspReference !== null) return { outcome: 'pending', reference: entry.pspReference }
  const body = paymentRequest(request, ctx)
  const sent = await sendOnce(ctx, { entry, isFirst: isNew }, () => ctx.api.post('/payments', body, key))
  const { response } = sent
  requireResult(response, sent)
  const outcome = outcomeOf(response, { authorization: key, amount, mustAuthenticate, isChallenged: false })
  // Without a browser no challenge can be gone through.
  const isStuck = outcome.result?.outcome === 'challenge' && !threeDSecure
  const known = isStuck ? { ...outcome, result: declined('authentication_required') } : outcome
  return (await recordOutcome(ctx, entry, known)) ?? { outcome: 'pending', reference: outcome.holds ?? key }
}

/** What is declined without Adyen. An amount of zero would be a verification there. */
function whyDeclined(story: Story, request: CardRequest): DeclineReason | undefined {
  const { amount, kind, initiator, authentication, threeDSecure } = request
  if (stateOf(story) !== 'unknown') return 'rejected_by_processor'
  const { minor, currency } = amount
  if (exclusionBy(capabilities, { currency, ...(kind !== 'verify' && { minor }) })) return 'rejected_by_processor'
  if (initiator.type === 'mit' && initiator.networkTransactionId === '') return 'rejected_by_processor'
  return authentication === 'required' && !threeDSecure ? 'authentication_required' : undefined
}

/** Of a request for money; another kind had the key before. */
export function authorizationResult(result: InquiryResult): AuthorizeResult {
  switch (result.outcome) {
    case 'approved':
    case 'challenge':
    case 'pending':
    case 'declined':
      return result
    default:
      return declined('rejected_by_processor')
  }
}
