import type { Instant } from '#kernel/base/clock.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import { add, compare, zero } from '#kernel/base/money.ts'
import type { InquiryResult } from '../port.ts'

export type AuthorizationKind = 'auth' | 'sale' | 'verify'
export type RequestKind = AuthorizationKind | 'completeChallenge' | 'capture' | 'reverse' | 'refund' | 'payout'
export type MessageKind = 'clearing' | 'reversal' | 'refund'

/** What the messages about an authorization say to the issuer. */
export type Facts = {
  merchant: { id: string; name: string; category?: string | undefined; country?: string | undefined }
  /** YYMM */
  expiry: string
  cvv2: 'match' | 'noMatch' | 'notSent'
  recurring: boolean
}

/** A request, as it is kept. */
export type Entry = {
  key: string
  authorization: string
  step: number
  kind: RequestKind
  stan: bigint
  minor: bigint
  currency: Currency
  cardId: string | null
  facts: Facts | null
  result: InquiryResult | null
  version: number
  requestedAt: Instant
}
/** The requests about one authorization, in their order. */
export type Story = readonly Entry[]

export type State =
  | { is: 'unknown' }
  /** Sent to the issuer, or about to be; nothing is known yet. */
  | { is: 'requesting'; amount: Money }
  | { is: 'challenged'; amount: Money }
  | { is: 'declined' }
  | { is: 'verified' }
  | { is: 'authorized'; amount: Money }
  | { is: 'captured'; amount: Money; refunded: Money; capturedAt: Instant }
  | { is: 'reversed' }
  /** To the card; it may still be declined. */
  | { is: 'payingOut' }
  | { is: 'paidOut' }

/** The state that a story leads to. Nothing undoes a reversal. */
export function stateOf(story: Story): State {
  let state: State = { is: 'unknown' }
  let kind: RequestKind = 'auth'
  for (const entry of story) {
    if (state.is === 'reversed') return state
    if (entry.kind === 'auth' || entry.kind === 'sale' || entry.kind === 'verify') kind = entry.kind
    state = after(state, entry, kind)
  }
  return state
}

function after(state: State, entry: Entry, kind: RequestKind): State {
  const { result, minor, currency, requestedAt } = entry
  const amount = { minor, currency }
  switch (entry.kind) {
    case 'capture':
      return result?.outcome === 'done' ? capturedOf(amount, requestedAt) : state
    case 'reverse':
      return result?.outcome === 'done' ? { is: 'reversed' } : state
    case 'refund':
      if (result?.outcome !== 'done' || state.is !== 'captured') return state
      return { ...state, refunded: add(state.refunded, amount) }
    case 'payout':
      if (!result) return { is: 'payingOut' }
      return result.outcome === 'done' ? { is: 'paidOut' } : { is: 'declined' }
    default:
      break
  }
  switch (result?.outcome) {
    case undefined:
      return { is: 'requesting', amount }
    case 'approved':
      if (kind === 'verify') return { is: 'verified' }
      return kind === 'sale' ? capturedOf(amount, requestedAt) : { is: 'authorized', amount }
    case 'challenge':
      return { is: 'challenged', amount }
    default:
      return { is: 'declined' }
  }
}

const capturedOf = (amount: Money, capturedAt: Instant): State => ({
  is: 'captured',
  amount,
  refunded: zero(amount.currency),
  capturedAt,
})

/** Later than any merchant's own daily cut-off in any time zone, so the merchant's side is the first to settle. */
export const clearedAfter = Temporal.Duration.from({ hours: 48 })

type Modification = { kind: 'capture' | 'reverse' | 'refund'; amount: Money; isCleared: boolean; disputedMinor: bigint }

/** Why a capture, a reversal or a refund is declined; undefined: it is done. */
export function whyNot(state: State, { kind, amount, isCleared, disputedMinor }: Modification): string | undefined {
  if (amount.minor < 0n || (amount.minor === 0n && kind !== 'reverse')) return 'there is no amount'
  if ('amount' in state && state.amount.currency !== amount.currency) return 'another currency'
  switch (kind) {
    case 'capture':
      if (state.is !== 'authorized') return `the authorization is ${state.is}`
      return compare(amount, state.amount) > 0 ? 'more than was authorized' : undefined
    case 'refund':
      if (state.is !== 'captured') return `the authorization is ${state.is}`
      return amount.minor > state.amount.minor - state.refunded.minor - disputedMinor ? 'more than is left' : undefined
    case 'reverse':
      return whyNotReverse(state, amount, isCleared)
  }
}

function whyNotReverse(state: State, amount: Money, isCleared: boolean): string | undefined {
  if (state.is === 'payingOut' || state.is === 'paidOut') return 'a payout'
  if (state.is === 'reversed') return 'reversed already'
  if (state.is !== 'authorized' && state.is !== 'captured') return undefined
  if (compare(amount, state.amount) !== 0) return 'not the whole amount'
  if (state.is === 'captured' && state.refunded.minor > 0n) return 'refunded already'
  return isCleared ? 'settled already' : undefined
}
