import type { Instant } from '#kernel/base/clock.ts'
import { add, type Money, negate, subtract, zero } from '#kernel/base/money.ts'
import { failedCaptureMinor, failedReversalMinor, pendingHours, returnedMinor } from './magic-amounts.ts'
import {
  type AuthorizationEntry,
  type DisputeEntry,
  type Entry,
  isModification,
  type ModificationEntry,
  type PayoutEntry,
  type Story,
} from './record.ts'

/** The state of an authorization on the acquirer's side: authorized, captured, refunded or disputed amounts. */
export type AuthorizationState =
  | { is: 'unknown' }
  | { is: 'challenged'; kind: Kind; amount: Money }
  | { is: 'pending'; kind: Kind; amount: Money; decidesAt: Instant }
  | { is: 'declined' }
  /** The card was verified: nothing is authorized. */
  | { is: 'verified' }
  | { is: 'authorized'; amount: Money }
  /** `disputed` is the sum of the disputes that are open or lost. */
  | { is: 'captured'; amount: Money; refunded: Money; disputed: Money; capturedAt: Instant }
  /** The capture has failed after it was done: nothing is captured. */
  | { is: 'capture failed'; amount: Money }
  /** A payout that is pending, one that was made, and one that did not arrive. */
  | { is: 'paying out'; amount: Money; decidesAt: Instant }
  | { is: 'paid out'; amount: Money; paidAt: Instant }
  | { is: 'came back'; amount: Money }
  /**
   * Reversed: nothing is authorized and nothing will be, even when the authorization request arrives later. `fails`: all the
   * same it is captured.
   */
  | { is: 'reversed'; fails?: { amount: Money; at: Instant } }

type Kind = 'auth' | 'sale' | 'verify'

/** The state that a story leads to at a moment. */
export function stateAt(story: Story, now: Instant): AuthorizationState {
  let state: AuthorizationState = { is: 'unknown' }
  for (const entry of withReturns(story, now)) state = after(matured(state, entry.requestedAt), entry)
  return matured(state, now)
}

/** The entries of a story in their order, and after each refund that has come back until then the same of its amount below zero. */
export function withReturns(story: Story, now: Instant): Story {
  const returns = story.flatMap((entry): ModificationEntry[] =>
    isModification(entry) && hasComeBack(entry, now)
      ? [
          {
            ...entry,
            key: `${entry.key}/back`,
            amount: negate(entry.amount),
            requestedAt: decidesAt(entry.requestedAt),
          },
        ]
      : [],
  )
  if (returns.length === 0) return story
  return [...story, ...returns].toSorted((one, other) => Temporal.Instant.compare(one.requestedAt, other.requestedAt))
}

/** Whether it is a refund that was done and has not arrived, as its magic amount says. */
export const hasComeBack = (entry: ModificationEntry, now: Instant): boolean =>
  entry.kind === 'refund' &&
  entry.result.outcome === 'done' &&
  entry.amount.minor === returnedMinor &&
  Temporal.Instant.compare(now, decidesAt(entry.requestedAt)) >= 0

/** When the bank approves a pending payment that was requested then. */
export const decidesAt = (requestedAt: Instant): Instant => requestedAt.add({ hours: pendingHours })

/**
 * A pending payment is approved when its time has come, and what fails after it was done has failed, as its magic amount
 * says.
 */
export function matured(state: AuthorizationState, now: Instant): AuthorizationState {
  const at = changesAt(state)
  if (!at || Temporal.Instant.compare(now, at) < 0) return state
  switch (state.is) {
    case 'pending':
      return approved(state, at)
    case 'captured':
      return { is: 'capture failed', amount: state.amount }
    case 'reversed':
      return captured(state.fails!.amount, at)
    case 'paying out':
      return { is: 'paid out', amount: state.amount, paidAt: at }
    case 'paid out':
      return { is: 'came back', amount: state.amount }
    default:
      return state
  }
}

/** When a state changes by itself; undefined: it does not. */
export function changesAt(state: AuthorizationState): Instant | undefined {
  switch (state.is) {
    case 'pending':
    case 'paying out':
      return state.decidesAt
    case 'captured':
      return state.amount.minor === failedCaptureMinor ? decidesAt(state.capturedAt) : undefined
    case 'reversed':
      return state.fails?.at
    case 'paid out':
      return state.amount.minor === returnedMinor ? decidesAt(state.paidAt) : undefined
    default:
      return undefined
  }
}

export function after(state: AuthorizationState, entry: Entry): AuthorizationState {
  switch (entry.kind) {
    case 'auth':
    case 'sale':
    case 'verify':
      return entry.amount ? afterResult(state, entry, { kind: entry.kind, amount: entry.amount }) : state
    case 'completeChallenge':
      return state.is === 'challenged' ? afterResult(state, entry, state) : state
    case 'bank':
    case 'evidence':
    case 'acceptance':
      return state
    case 'dispute':
      return afterDispute(state, entry)
    case 'credit':
      return state.is === 'reversed' ? state : afterPayout(entry)
    default:
      return entry.result.outcome === 'done' ? afterDone(state, entry) : state
  }
}

function afterResult(
  state: AuthorizationState,
  { result, requestedAt }: AuthorizationEntry,
  { kind, amount }: { kind: Kind; amount: Money },
): AuthorizationState {
  if (state.is === 'reversed') return state
  switch (result.outcome) {
    case 'approved':
      return approved({ kind, amount }, requestedAt)
    case 'challenge':
      return { is: 'challenged', kind, amount }
    case 'pending':
      return { is: 'pending', kind, amount, decidesAt: decidesAt(requestedAt) }
    case 'declined':
      return { is: 'declined' }
  }
}

function afterPayout({ result, amount, requestedAt }: PayoutEntry): AuthorizationState {
  if (result.outcome === 'done') return { is: 'paid out', amount, paidAt: requestedAt }
  return result.outcome === 'pending'
    ? { is: 'paying out', amount, decidesAt: decidesAt(requestedAt) }
    : { is: 'declined' }
}

function approved({ kind, amount }: { kind: Kind; amount: Money }, at: Instant): AuthorizationState {
  if (kind === 'verify') return { is: 'verified' }
  if (kind === 'auth') return { is: 'authorized', amount }
  return captured(amount, at)
}

const captured = (amount: Money, capturedAt: Instant): AuthorizationState => {
  const none = zero(amount.currency)
  return { is: 'captured', amount, refunded: none, disputed: none, capturedAt }
}

function afterDispute(state: AuthorizationState, { amount, result }: DisputeEntry): AuthorizationState {
  if (state.is !== 'captured' || result.outcome === 'lost') return state
  const change = result.outcome === 'opened' ? add : subtract
  return { ...state, disputed: change(state.disputed, amount) }
}

function afterDone(state: AuthorizationState, { kind, amount, requestedAt }: ModificationEntry): AuthorizationState {
  if (kind === 'reverse') {
    const isHeld = state.is === 'authorized' || state.is === 'captured'
    const fails = isHeld && amount.minor === failedReversalMinor && { fails: { amount, at: decidesAt(requestedAt) } }
    return { is: 'reversed', ...fails }
  }
  if (kind === 'capture') return captured(amount, requestedAt)
  return state.is === 'captured' ? { ...state, refunded: add(state.refunded, amount) } : state
}
