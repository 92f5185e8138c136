import type { Instant } from '#kernel/clock.ts'
import type { Declined, ProceedAsk } from '../acquirer.ts'
import { referenceOf } from './marks.ts'
import { type AuthorizationEntry, type Decision, isAuthorization, type Story } from './record.ts'
import { standingAt } from './standing.ts'

/**
 * Goes on after a challenge. What the browser brought back counts only when the bank has it in the record as the
 * response to a passed challenge. An authorization is decided once: whoever proceeds again hears the same again.
 */
export function decideProceed(story: Story, ask: ProceedAsk, now: Instant): AuthorizationEntry {
  const { answer, garbled, next, note } = decisionOf(story, ask, now)
  return {
    key: ask.key,
    authorization: ask.authorization,
    step: story.length,
    kind: 'proceed',
    amount: undefined,
    cardTail: undefined,
    descriptor: undefined,
    disputedAs: undefined,
    askedAt: now,
    answer,
    garbled,
    next,
    note,
  }
}

function decisionOf(story: Story, { authorization, response }: ProceedAsk, now: Instant): Decision {
  const asked = story.filter(isAuthorization).at(-1)
  if (!asked) return declined(authorization, 'rejected_by_processor', 'there is no such authorization')
  const { is } = standingAt(story, now)
  if (is === 'reversed') return declined(authorization, 'rejected_by_processor', 'reversed')
  if (is !== 'challenged' || !asked.next) return asked
  const word = story.filter((entry) => entry.kind === 'bank').at(-1)?.answer
  if (word?.outcome !== 'authenticated') return declined(authorization, 'authentication_failed', 'the bank says no')
  if (word.response !== response.PaRes) return declined(authorization, 'authentication_failed', 'a response of nobody')
  return asked.next
}

function declined(key: string, reason: Declined['reason'], note: string): Decision {
  const answer: Declined = { outcome: 'declined', reason, reference: referenceOf(key), checks: undefined }
  return { answer, garbled: false, next: undefined, note }
}
