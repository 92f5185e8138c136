import type { Instant } from '#kernel/clock.ts'
import { compare, type Money, subtract } from '#kernel/money.ts'
import type { FollowAnswer, FollowAsk } from '../acquirer.ts'
import { referenceOf } from './marks.ts'
import type { FollowEntry, Story } from './record.ts'
import { type Standing, standingAt } from './standing.ts'

/**
 * Decides about a capture, a reversal or a refund as an acquirer does: one capture, of what is held; one reversal, of
 * all that is held or was taken and is not settled; refunds up to what was taken.
 *
 * A reversal of an authorization that never came is done: should its ask arrive after all, it is declined.
 */
export function decideFollow(story: Story, ask: FollowAsk, now: Instant): FollowEntry {
  const { key, authorization, kind, amount } = ask
  const note = whyNot(standingAt(story, now), ask, now)
  const reference = referenceOf(key)
  const answer: FollowAnswer = note
    ? { outcome: 'declined', reason: 'rejected_by_processor', reference, checks: undefined }
    : { outcome: 'done', reference }
  return { key, authorization, step: story.length, kind, amount, answer, note, askedAt: now }
}

/**
 * A capture is settled, and then can only be refunded, two days after it was made. That is later than any merchant's
 * own daily cut-off in any time zone, so the merchant's side is the first to treat a payment as settled.
 */
const settledAfterHours = 48

function whyNot(standing: Standing, { kind, amount }: FollowAsk, now: Instant): string | undefined {
  // A verified card holds nothing, and taking that back is a reversal of nothing.
  if (amount.minor < 0n || (amount.minor === 0n && kind !== 'reverse')) return 'there is no amount'
  switch (kind) {
    case 'capture':
      return whyNotCapture(standing, amount)
    case 'reverse':
      return whyNotReverse(standing, amount, now)
    case 'refund':
      return whyNotRefund(standing, amount)
  }
}

function whyNotCapture(standing: Standing, amount: Money): string | undefined {
  if (standing.is !== 'held') return `the authorization is ${standing.is}, not held`
  if (amount.currency !== standing.amount.currency) return 'the authorization is in another currency'
  return compare(amount, standing.amount) > 0 ? 'more than is held' : undefined
}

/** Wherever nothing is held and nothing was taken there is nothing to take back, and saying so is `done`. */
function whyNotReverse(standing: Standing, amount: Money, now: Instant): string | undefined {
  if (standing.is === 'reversed') return 'reversed already'
  if (standing.is === 'paying out' || standing.is === 'paid out') return 'a payout is not taken back'
  if (standing.is === 'unknown' || standing.is === 'declined' || standing.is === 'proven') return undefined
  if (amount.currency !== standing.amount.currency) return 'the authorization is in another currency'
  if (compare(amount, standing.amount) !== 0) return 'not the whole amount'
  if (standing.is !== 'taken') return undefined
  if (standing.refunded.minor > 0n) return 'refunded already'
  if (standing.disputed.minor > 0n) return 'disputed'
  const settled = Temporal.Instant.compare(now, standing.takenAt.add({ hours: settledAfterHours })) >= 0
  return settled ? 'settled already' : undefined
}

function whyNotRefund(standing: Standing, amount: Money): string | undefined {
  if (standing.is !== 'taken') return `the authorization is ${standing.is}, nothing was taken`
  if (amount.currency !== standing.amount.currency) return 'the payment is in another currency'
  const left = subtract(subtract(standing.amount, standing.refunded), standing.disputed)
  return compare(amount, left) > 0 ? 'more than is left of what was taken' : undefined
}
