import type { Instant } from '#kernel/base/clock.ts'
import { compare, type Money, subtract } from '#kernel/base/money.ts'
import type { Capabilities, CaptureRequest } from '../port.ts'
import { type AuthorizationState, stateAt } from './authorization-state.ts'
import type { ModificationEntry, ModificationResult, Story } from './record.ts'
import { referenceOf } from './request-trail.ts'

/** A capture, a reversal or a refund: the sandbox has one place to decide about all three. */
export type ModificationRequest = CaptureRequest & { kind: 'capture' | 'reverse' | 'refund' }

type Rules = { now: Instant; capabilities: Capabilities }

/**
 * Decides about a capture, a reversal or a refund as an acquirer does: one capture of the authorization; one reversal,
 * of the whole amount that is authorized, or captured and not settled; refunds up to the captured amount.
 *
 * A reversal of an authorization that never arrived is done: if its request arrives later, it is declined.
 */
export function decideModification(
  story: Story,
  request: ModificationRequest,
  { now, capabilities }: Rules,
): ModificationEntry {
  const { key, authorization, kind, amount } = request
  const note = whyNot(stateAt(story, now), request, { now, capabilities })
  const reference = referenceOf(key)
  const result: ModificationResult = note
    ? { outcome: 'declined', reason: 'rejected_by_processor', reference, checks: undefined }
    : { outcome: 'done', reference }
  return { key, authorization, step: story.length, kind, amount, result, note, requestedAt: now }
}

/**
 * A capture is settled, and then can only be refunded, two days after it was made. That is later than any merchant's
 * own daily cut-off in any time zone, so the merchant's side is the first to treat a payment as settled.
 */
const settledAfterHours = 48

function whyNot(state: AuthorizationState, { kind, amount }: ModificationRequest, by: Rules): string | undefined {
  // A verified card has no amount, and its reversal has none either.
  if (amount.minor < 0n || (amount.minor === 0n && kind !== 'reverse')) return 'there is no amount'
  switch (kind) {
    case 'capture':
      return whyNotCapture(state, amount, by)
    case 'reverse':
      return whyNotReverse(state, amount, by.now)
    case 'refund':
      return whyNotRefund(state, amount)
  }
}

function whyNotCapture(state: AuthorizationState, amount: Money, { capabilities }: Rules): string | undefined {
  if (state.is !== 'authorized') return `the authorization is ${state.is}, not authorized`
  if (amount.currency !== state.amount.currency) return 'the authorization is in another currency'
  const difference = compare(amount, state.amount)
  if (difference < 0 && !capabilities.partialCapture)
    return 'less than was authorized, which this sandbox does not capture'
  return difference > 0 ? 'more than was authorized' : undefined
}

/** Where nothing is authorized and nothing was captured, a reversal has nothing to do and is `done`. */
function whyNotReverse(state: AuthorizationState, amount: Money, now: Instant): string | undefined {
  if (state.is === 'reversed') return 'reversed already'
  if (state.is === 'paying out' || state.is === 'paid out' || state.is === 'came back')
    return 'a payout cannot be reversed'
  if (state.is === 'unknown' || state.is === 'declined' || state.is === 'verified') return undefined
  if (state.is === 'capture failed') return undefined
  if (amount.currency !== state.amount.currency) return 'the authorization is in another currency'
  if (compare(amount, state.amount) !== 0) return 'not the whole amount'
  if (state.is !== 'captured') return undefined
  if (state.refunded.minor > 0n) return 'refunded already'
  if (state.disputed.minor > 0n) return 'disputed'
  const settled = Temporal.Instant.compare(now, state.capturedAt.add({ hours: settledAfterHours })) >= 0
  return settled ? 'settled already' : undefined
}

function whyNotRefund(state: AuthorizationState, amount: Money): string | undefined {
  if (state.is !== 'captured') return `the authorization is ${state.is}, nothing was captured`
  if (amount.currency !== state.amount.currency) return 'the payment is in another currency'
  const left = subtract(subtract(state.amount, state.refunded), state.disputed)
  return compare(amount, left) > 0 ? 'more than is left of the captured amount' : undefined
}
