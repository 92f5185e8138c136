import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, compare, type Money, money } from '#kernel/base/money.ts'
import type { InquiryResult } from '../port.ts'

export type AuthorizationKind = 'auth' | 'sale' | 'verify'
export type RequestKind = AuthorizationKind | 'completeChallenge' | 'capture' | 'reverse' | 'refund'

/** A request, as it is kept. */
export type Entry = {
  id: bigint
  key: string
  authorization: string
  step: number
  kind: RequestKind
  minor: bigint
  currency: Currency
  /**
   * Adyen's name of a payment that holds money or may hold it, or of the modification; null: there is none, or it is not
   * known yet.
   */
  pspReference: string | null
  /** Of a reversal: by which name the payment was cancelled last; null: it was not requested of Adyen yet. */
  route: 'reference' | 'psp' | null
  /** The connector requests this reversal by itself. */
  isOurs: boolean
  /** Of an authorization: the cardholder must confirm it with their bank. */
  mustAuthenticate: boolean
  redirectResult: string | null
  result: InquiryResult | null
  version: number
  requestedAt: Instant
  /** Null: nothing of it has left, or nothing had to. */
  sentAt: Instant | null
  /** Of a reversal: when Adyen has said that it knows no payment with our reference. */
  refusedAt: Instant | null
}

/** The requests about one authorization, in their order. */
export type Story = readonly Entry[]

export type State =
  | 'unknown'
  /** Recorded, and nothing has left. */
  | 'unsent'
  /** Sent, and nothing is known yet. */
  | 'requesting'
  | 'challenged'
  | 'declined'
  | 'verified'
  | 'authorized'
  | 'captured'
  /** A reversal is under way. */
  | 'reversing'
  | 'reversed'

export const authorizationIn = (story: Story): Entry | undefined =>
  story.find(({ kind }) => kind === 'auth' || kind === 'sale' || kind === 'verify')

/** The one whose result the authorization has: the completion of its challenge, once there is one that was approved. */
export function deciderIn(story: Story): Entry | undefined {
  const completions = story.filter(({ kind }) => kind === 'completeChallenge')
  return (
    completions.find(({ result }) => result?.outcome === 'approved') ?? completions.at(-1) ?? authorizationIn(story)
  )
}

export const reversalsIn = (story: Story): Entry[] => story.filter(({ kind }) => kind === 'reverse')

/** Adyen itself has ended the payment by it, or the payment has expired there. */
export const isCarriedOut = ({ kind, result, route, refusedAt }: Entry): boolean =>
  kind === 'reverse' && result?.outcome === 'done' && route !== null && refusedAt === null

/** Adyen's name of the payment: the authorization's, or what the completion of its challenge has brought. */
export const pspReferenceIn = (story: Story): string | null =>
  deciderIn(story)?.pspReference ?? authorizationIn(story)?.pspReference ?? null

export function stateOf(story: Story): State {
  const reversals = reversalsIn(story)
  if (reversals.some(({ result }) => result?.outcome === 'done')) return 'reversed'
  if (reversals.some(({ result }) => result === null)) return 'reversing'
  const authorization = authorizationIn(story)
  if (!authorization) return 'unknown'
  const { result, sentAt } = deciderIn(story) ?? authorization
  if (result === null) return sentAt === null ? 'unsent' : 'requesting'
  if (result.outcome === 'challenge') return 'challenged'
  if (result.outcome !== 'approved') return 'declined'
  if (authorization.kind === 'verify') return 'verified'
  return authorization.kind === 'sale' || capturedIn(story) ? 'captured' : 'authorized'
}

const isUnderWay = ({ result }: Entry): boolean => result === null
const isDone = ({ result }: Entry): boolean => result?.outcome === 'done'

/** The capture that was done; one that is under way counts only for what may not happen beside it. */
const capturedIn = (story: Story): Entry | undefined => story.find((entry) => entry.kind === 'capture' && isDone(entry))

const captureUnderWay = (story: Story): boolean => story.some((entry) => entry.kind === 'capture' && isUnderWay(entry))

/** What was refunded, or is about to be. */
function refundedIn(story: Story, currency: Currency): Money {
  const refunds = story.filter((entry) => entry.kind === 'refund' && (isDone(entry) || isUnderWay(entry)))
  return money(
    refunds.reduce((sum, { minor }) => sum + minor, 0n),
    currency,
  )
}

type Modification = { kind: 'capture' | 'refund' | 'reverse'; amount: Money; disputedMinor: bigint }

/**
 * Why Adyen is not asked at all, since it may do what the port rules out: it captures a part and then another one, where
 * the account allows it, and refunds what was charged back. Undefined: Adyen decides.
 */
export function whyNot(story: Story, { kind, amount, disputedMinor }: Modification): string | undefined {
  const state = stateOf(story)
  const authorization = authorizationIn(story)
  if (kind !== 'reverse') {
    if (!authorization) return 'the authorization is unknown'
    if (amount.minor <= 0n) return 'there is no amount'
    if (amount.currency !== authorization.currency) return 'another currency'
  }
  switch (kind) {
    case 'capture': {
      if (state !== 'authorized' || captureUnderWay(story)) return `the authorization is ${state}`
      const most = money(authorization!.minor, authorization!.currency)
      return compare(amount, most) > 0 ? 'more than was authorized' : undefined
    }
    case 'refund': {
      if (state !== 'captured') return `the authorization is ${state}`
      const captured = capturedIn(story)?.minor ?? authorization!.minor
      const left = captured - refundedIn(story, amount.currency).minor - disputedMinor
      return amount.minor > left ? 'more than is left' : undefined
    }
    case 'reverse':
      if (state !== 'captured') return undefined
      if (disputedMinor > 0n) return 'disputed'
      return refundedIn(story, amount.currency).minor > 0n ? 'refunded already' : undefined
  }
}
