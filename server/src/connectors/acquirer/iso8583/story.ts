import type { Instant } from '#kernel/base/clock.ts'
import { add, type Currency, compare, type Money, zero } from '#kernel/base/money.ts'
import type { InquiryResult } from '../port.ts'
import type { Tries } from './tries.ts'

export type AuthorizationKind = 'auth' | 'sale' | 'verify'
export type RequestKind = AuthorizationKind | 'capture' | 'reverse' | 'refund' | 'payout'
export type MessageKind =
  | 'authorization'
  | 'financial'
  | 'verification'
  | 'completion'
  | 'reversal'
  | 'refund'
  | 'payout'

/**
 * `unanswered`: no response came in time, and none is taken any more; a reversal follows. `refused`: the host does not
 * take it, and it is not sent again.
 */
export type MessageStatus = 'open' | 'answered' | 'unanswered' | 'refused'

/** What messages about a payment say besides its amount. */
export type Facts = {
  /** YYMM */
  expiry: string
  category?: string | undefined
  country?: string | undefined
  descriptor: string
  subMerchant?: string | undefined
  /** Of the approval. */
  networkTransactionId?: string | undefined
}

/** A request, as it is kept. */
export type Entry = {
  key: string
  authorization: string
  step: number
  kind: RequestKind
  minor: bigint
  currency: Currency
  facts: Facts | null
  result: InquiryResult | null
  version: number
  requestedAt: Instant
}

/** A message to the host, as it is kept. `id` names it here; the host knows it by its number, time and terminal. */
export type Message = {
  id: string
  authorization: string
  request: string | null
  position: number
  kind: MessageKind
  terminal: string
  stan: number
  sentAt: Instant
  minor: bigint
  currency: Currency
  attempts: number
  status: MessageStatus
  code: string | null
  tries: Tries
  authorizationCode: string | null
  dueAt: Instant | null
}

/** All that was requested about an authorization or payout, and all that was sent, each in its order. */
export type Story = { entries: readonly Entry[]; messages: readonly Message[] }

export type State =
  | { is: 'unknown' }
  /** Sent, or about to be; nothing is known yet. */
  | { is: 'requesting'; amount: Money }
  | { is: 'declined' }
  | { is: 'verified' }
  | { is: 'authorized'; amount: Money }
  /** `refunded` with what may still be refunded by requests whose results are not known. */
  | { is: 'captured'; amount: Money; refunded: Money }
  /** Reversed, or to be reversed: nothing else is done with it. */
  | { is: 'reversed' }
  | { is: 'payout' }

/** The state that a story leads to. Nothing undoes a reversal, and what has no result yet counts as done. */
export function stateOf({ entries }: Pick<Story, 'entries'>): State {
  let state: State = { is: 'unknown' }
  for (const entry of entries) {
    if (state.is === 'reversed') return state
    state = after(state, entry)
  }
  return state
}

function after(state: State, { kind, minor, currency, result }: Entry): State {
  const amount = { minor, currency }
  const isRefused = result?.outcome === 'declined'
  switch (kind) {
    case 'capture':
      return isRefused ? state : { is: 'captured', amount, refunded: zero(currency) }
    case 'reverse':
      return isRefused ? state : { is: 'reversed' }
    case 'refund':
      if (isRefused || state.is !== 'captured') return state
      return { ...state, refunded: add(state.refunded, amount) }
    case 'payout':
      return { is: 'payout' }
    default:
      if (!result) return { is: 'requesting', amount }
      if (isRefused) return { is: 'declined' }
      // An operator has given its capture up, and it is reversed.
      if (result.outcome === 'failed') return { is: 'reversed' }
      if (kind === 'verify') return { is: 'verified' }
      return kind === 'sale' ? { is: 'captured', amount, refunded: zero(currency) } : { is: 'authorized', amount }
  }
}

export type Modification = { kind: 'capture' | 'reverse' | 'refund'; amount: Money }

/** Why a capture, a reversal or a refund is declined without the host; undefined: it is recorded and sent. */
export function whyNot(
  state: State,
  { kind, amount }: Modification,
  rules: { partialCapture: boolean },
): string | undefined {
  if (amount.minor < 0n || (amount.minor === 0n && kind !== 'reverse')) return 'there is no amount'
  if ('amount' in state && state.amount.currency !== amount.currency) return 'another currency'
  switch (kind) {
    case 'capture':
      if (state.is !== 'authorized') return `the authorization is ${state.is}`
      if (compare(amount, state.amount) > 0) return 'more than was authorized'
      return !rules.partialCapture && compare(amount, state.amount) !== 0 ? 'not the whole amount' : undefined
    case 'refund':
      if (state.is !== 'captured') return `the authorization is ${state.is}`
      return amount.minor > state.amount.minor - state.refunded.minor ? 'more than is left' : undefined
    case 'reverse':
      return whyNotReverse(state, amount)
  }
}

function whyNotReverse(state: State, amount: Money): string | undefined {
  if (state.is === 'payout') return 'a payout'
  if (state.is === 'reversed') return 'reversed already'
  if (state.is !== 'authorized' && state.is !== 'captured') return undefined
  if (compare(amount, state.amount) !== 0) return 'not the whole amount'
  return state.is === 'captured' && state.refunded.minor > 0n ? 'refunded already' : undefined
}

/** The message that a reversal undoes: the last one that reserved or moved money, unless the host has refused it. */
export const reversedBy = (messages: readonly Message[], reversal: Pick<Message, 'position'>): Message | undefined =>
  messages.findLast(
    ({ kind, status, position }) =>
      position < reversal.position &&
      status !== 'refused' &&
      (kind === 'authorization' || kind === 'financial' || kind === 'completion'),
  )

/** Messages that ask the host to decide about a card, and wait for it: they are sent once. All others are repeated. */
export const isOnline = ({ kind }: Pick<Message, 'kind'>): boolean =>
  kind === 'authorization' || kind === 'financial' || kind === 'verification'
