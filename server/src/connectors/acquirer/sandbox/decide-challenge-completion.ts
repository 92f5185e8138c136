import type { Instant } from '#kernel/base/clock.ts'
import type { CompleteChallengeRequest, Declined } from '../port.ts'
import { stateAt } from './authorization-state.ts'
import { type AuthorizationEntry, type Decision, isAuthorization, type Story } from './record.ts'
import { referenceOf } from './request-trail.ts'

/**
 * Completes a challenge. The response from the browser counts only when the bank recorded it for a challenge that was
 * passed. An authorization is decided once: completing it again returns the same result.
 */
export function decideChallengeCompletion(
  story: Story,
  request: CompleteChallengeRequest,
  now: Instant,
): AuthorizationEntry {
  const { result, garbled, next, note } = decisionOf(story, request, now)
  return {
    key: request.key,
    authorization: request.authorization,
    step: story.length,
    kind: 'completeChallenge',
    amount: undefined,
    cardTail: undefined,
    descriptor: undefined,
    subMerchantId: undefined,
    level3: undefined,
    disputedAs: undefined,
    requestedAt: now,
    result,
    garbled,
    next,
    note,
  }
}

function decisionOf(story: Story, { authorization, response }: CompleteChallengeRequest, now: Instant): Decision {
  const requested = story.filter(isAuthorization).at(-1)
  if (!requested) return declined(authorization, 'rejected_by_processor', 'there is no such authorization')
  const { is } = stateAt(story, now)
  if (is === 'reversed') return declined(authorization, 'rejected_by_processor', 'reversed')
  if (is !== 'challenged' || !requested.next) return requested
  const bankResult = story.filter((entry) => entry.kind === 'bank').at(-1)?.result
  if (bankResult?.outcome !== 'authenticated')
    return declined(authorization, 'authentication_failed', 'the bank did not authenticate the cardholder')
  if (bankResult.response !== response.PaRes)
    return declined(authorization, 'authentication_failed', 'the response is not the one of the bank')
  return requested.next
}

function declined(key: string, reason: Declined['reason'], note: string): Decision {
  const result: Declined = { outcome: 'declined', reason, reference: referenceOf(key), checks: undefined }
  return { result, garbled: false, next: undefined, note }
}
