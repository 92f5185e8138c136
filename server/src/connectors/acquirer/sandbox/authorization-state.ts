import type { Instant } from '#kernel/base/clock.ts'
import { add, type Money, subtract, zero } from '#kernel/base/money.ts'
import { pendingHours } from './magic-amounts.ts'
import type { AuthorizationEntry, DisputeEntry, Entry, ModificationEntry, PayoutEntry, Story } from './record.ts'

/** Where an authorization stands on the acquirer's side: what is held of the card's money, taken, and given back. */
export type Standing =
  | { is: 'unknown' }
  | { is: 'challenged'; kind: Kind; amount: Money }
  | { is: 'pending'; kind: Kind; amount: Money; decidesAt: Instant }
  | { is: 'declined' }
  /** A card that was verified: nothing is held. */
  | { is: 'proven' }
  | { is: 'held'; amount: Money }
  /** `disputed` is what banks took back, in disputes that are open or lost. */
  | { is: 'taken'; amount: Money; refunded: Money; disputed: Money; takenAt: Instant }
  /** Money that is on its way to a card, and money that is there. */
  | { is: 'paying out'; amount: Money; decidesAt: Instant }
  | { is: 'paid out'; amount: Money }
  /** Nothing is held under this authorization and nothing will ever be, even when its ask arrives only now. */
  | { is: 'reversed' }

type Kind = 'auth' | 'sale' | 'verify'

/** What the story comes to at a moment. */
export function stateAt(story: Story, now: Instant): Standing {
  let state: Standing = { is: 'unknown' }
  for (const entry of story) state = after(matured(state, entry.requestedAt), entry)
  return matured(state, now)
}

/** When the bank says yes to a payment that was asked then and is pending. */
export const decidesAt = (requestedAt: Instant): Instant => requestedAt.add({ hours: pendingHours })

/** A pending payment is approved by nothing but time. */
export function matured(state: Standing, now: Instant): Standing {
  if (state.is !== 'pending' && state.is !== 'paying out') return state
  if (Temporal.Instant.compare(now, state.decidesAt) < 0) return state
  if (state.is === 'paying out') return { is: 'paid out', amount: state.amount }
  return approved(state, state.decidesAt)
}

export function after(state: Standing, entry: Entry): Standing {
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
  state: Standing,
  { result, requestedAt }: AuthorizationEntry,
  { kind, amount }: { kind: Kind; amount: Money },
): Standing {
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

function afterPayout({ result, amount, requestedAt }: PayoutEntry): Standing {
  if (result.outcome === 'done') return { is: 'paid out', amount }
  return result.outcome === 'pending'
    ? { is: 'paying out', amount, decidesAt: decidesAt(requestedAt) }
    : { is: 'declined' }
}

function approved({ kind, amount }: { kind: Kind; amount: Money }, at: Instant): Standing {
  if (kind === 'verify') return { is: 'proven' }
  if (kind === 'auth') return { is: 'held', amount }
  return taken(amount, at)
}

const taken = (amount: Money, takenAt: Instant): Standing => {
  const none = zero(amount.currency)
  return { is: 'taken', amount, refunded: none, disputed: none, takenAt }
}

function afterDispute(state: Standing, { amount, result }: DisputeEntry): Standing {
  if (state.is !== 'taken' || result.outcome === 'lost') return state
  const change = result.outcome === 'opened' ? add : subtract
  return { ...state, disputed: change(state.disputed, amount) }
}

function afterDone(state: Standing, { kind, amount, requestedAt }: ModificationEntry): Standing {
  if (kind === 'reverse') return { is: 'reversed' }
  if (kind === 'capture') return taken(amount, requestedAt)
  return state.is === 'taken' ? { ...state, refunded: add(state.refunded, amount) } : state
}
