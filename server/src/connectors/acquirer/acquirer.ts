import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { Secret } from '#kernel/base/secret.ts'

/**
 * A bank or processor that moves money on cards for merchants.
 *
 * Every ask carries a `key` that was written down on our side before the ask was made. BillingAttempt twice with one key is
 * asking once: the second answer repeats the first. When an answer is lost (`NoResponse`), nothing is known: the acquirer
 * may or may not have acted, and `inquire(key)` is the only way to find out.
 *
 * No transaction is open while any of these is awaited.
 */
export type Acquirer = {
  /** Asks for the card's money: only reserved (`auth`), reserved and taken (`sale`), or just proven (`verify`, amount 0). */
  authorize(request: AuthorizeRequest): Promise<AuthorizeResult>
  /** Goes on with an authorization that was answered with a challenge, once the cardholder is back from it. */
  completeChallenge(request: CompleteChallengeRequest): Promise<AuthorizeResult>
  /** Something that follows an approved authorization: capture, reversal or refund. */
  modify(request: ModificationRequest): Promise<ModificationResult>
  /** Sends money to a card, for a customer whom the merchant owes it. What is paid out is never taken back. */
  payOut(request: PayOutRequest): Promise<ModificationResult>
  /**
   * What became known of disputes behind a place in the acquirer's list of them, oldest first, a page at a time; from the
   * beginning without a place. The list only grows and its order never changes, so asking again tells the same, and
   * whoever was away for a month misses nothing.
   */
  disputesSince(place: string | undefined): Promise<DisputePage>
  /** What became of the ask with this key. May itself throw `NoResponse`. */
  inquire(key: RequestKey): Promise<AuthorizeResult | ModificationResult | NotFound>
}

/** A UUID, made and stored by us before the first attempt. */
export type RequestKey = string

export type AuthorizeRequest = {
  key: RequestKey
  kind: 'auth' | 'sale' | 'verify'
  amount: Money
  card: CardDetails
  /** A merchant-initiated payment cannot be made without the network transaction id of the cardholder's own first one. */
  initiator: Initiator
  descriptor: string
  shopper: { ip: string | undefined; email: string | undefined; country: string | undefined }
  /** Browser facts for 3-D Secure (wire fact 1.6), and where the cardholder comes back to. Absent: no 3-D Secure is possible. */
  threeDSecure: { returnUrl: string; browser: BrowserFacts } | undefined
}

/** The networks' terms: a cardholder-initiated (CIT) or a merchant-initiated transaction (MIT). */
export type Initiator =
  | { type: 'cit'; storesCard: boolean }
  | { type: 'mit'; reason: 'recurring' | 'unscheduled'; networkTransactionId: string }

export type CardDetails = {
  /** 12 to 19 digits. */
  pan: Secret<string>
  /** Only when the cardholder has just typed it; it is never stored. */
  cvv: Secret<string> | undefined
  /** 1 to 12. */
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  holderName: string | undefined
}

export type BrowserFacts = {
  acceptHeader: string
  userAgent: string
  language: string
  ip: string
  javaScript: boolean
  /** Known only when script runs on the page. */
  screen?: { width: number; height: number; colorDepth: number }
  timeZoneOffsetMinutes?: number
  javaEnabled?: boolean
}

/** `response` is what the challenge page posted back to `returnUrl`, field by field, unread by us. */
export type CompleteChallengeRequest = {
  key: RequestKey
  authorization: RequestKey
  response: Readonly<Record<string, string>>
}

export type ModificationRequest = {
  key: RequestKey
  /**
   * `reverse` takes back, whole, an authorization or a capture that is not settled yet; `refund` gives money back after
   * that. A reversal that is done means that nothing is held under the authorization and nothing ever will be: also when
   * the acquirer has not heard of it, and its ask, should it still be on its way, is then declined.
   */
  kind: 'capture' | 'reverse' | 'refund'
  amount: Money
  /** The key of the authorization, and the acquirer's own reference of it when we ever learned it. */
  authorization: RequestKey
  reference: string | undefined
}

/**
 * Money that goes the other way: the networks call it an original credit. It is taken out of what the acquirer owes us.
 * A reversal never takes back a payout that was made; nor does anything else, so its fate is found out and never guessed.
 */
export type PayOutRequest = {
  key: RequestKey
  /** Above zero. */
  amount: Money
  card: CardDetails
  descriptor: string
  shopper: { email: string | undefined; country: string | undefined }
}

export type AuthorizeResult = Approved | Challenge | Declined | Pending
export type ModificationResult = Done | Declined | Pending

export type Approved = {
  outcome: 'approved'
  reference: string
  networkTransactionId: string
  authorizationCode: string
  checks: CardChecks
  threeDSecure: 'none' | 'frictionless' | 'challenged' | 'attempted'
}
/** The cardholder's bank wants to see them: send the browser there with this form. */
export type Challenge = {
  outcome: 'challenge'
  reference: string
  redirect: { url: string; method: 'POST' | 'GET'; fields: Readonly<Record<string, string>> }
}
export type Declined = {
  outcome: 'declined'
  reason: DeclineReason
  reference: string | undefined
  checks: CardChecks | undefined
}
/** The acquirer has it and will decide later. Ask again with `inquire`. */
export type Pending = { outcome: 'pending'; reference: string }
export type Done = { outcome: 'done'; reference: string }
export type NotFound = { outcome: 'not_found' }

/** An empty page means that there is no more for now. `place` is behind the last news of the page. */
export type DisputePage = { events: readonly DisputeEvent[]; place: string | undefined }

/**
 * A cardholder has asked their bank for the money of a payment, or it was decided who is right. `opened` says that the
 * acquirer has taken the amount back from us; `won`, that we have it again; `lost`, that it is gone. A bank that takes the
 * money once more after that opens another dispute.
 */
export type DisputeEvent = {
  /** Of this piece of news: told again, it is the same. */
  id: string
  /** Of the dispute; all that is told of it carries it. */
  dispute: string
  /** The key of the authorization that is disputed. */
  authorization: RequestKey
  kind: 'opened' | 'won' | 'lost'
  /** Above zero; all of the payment or a part of it. The same in all that is told of one dispute. */
  amount: Money
  reason: DisputeReason
  at: Instant
}

/** What cardholders say, in the words every connector maps its network's codes to. */
export const disputeReasons = [
  'fraud',
  'not_received',
  'not_as_described',
  'subscription_cancelled',
  'credit_not_processed',
  'duplicate',
  'processing_error',
  'other',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** Address and security code results, as the networks give them, in words. */
export type CardChecks = { address: CheckResult; postalCode: CheckResult; securityCode: CheckResult }
export type CheckResult = 'match' | 'mismatch' | 'unavailable'

/** Why a card was refused, in the words every connector maps its own codes to. */
export const declineReasons = [
  'insufficient_funds',
  'declined_by_bank',
  'rejected_by_processor',
  'limit_exceeded',
  'card_expired',
  'card_lost_or_stolen',
  'card_closed',
  'card_blacklisted',
  'security_code_wrong',
  'authentication_failed',
  'authentication_required',
  'provider_error',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/** The outside world did not answer. It may or may not have acted: never treat this as a decline. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}
