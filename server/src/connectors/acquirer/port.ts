import type { Capabilities } from './capabilities.ts'
import type { DisputePage } from './dispute-events.ts'
import type * as requests from './requests.ts'
import type * as results from './results.ts'
import type { SettlementPage } from './settlement-entries.ts'

export * from './capabilities.ts'
export type * from './card.ts'
export * from './decline-reasons.ts'
export * from './dispute-events.ts'
export * from './errors.ts'
export * from './purchase.ts'
export type * from './requests.ts'
export type * from './results.ts'
export * from './settlement-entries.ts'

/**
 * A bank or processor that moves money on cards for merchants.
 *
 * Every request carries a `key` that was stored on our side before it was sent. Sending one key twice is one request:
 * the second result repeats the first. Every method may throw `NoResponse`: then nothing is known, the acquirer may or
 * may not have acted, and only `inquire(key)` or an incoming message of the acquirer resolves it; its subclass `NotSent`
 * means that the request has not left. Every result may be `pending`.
 *
 * No transaction is open while any of these is awaited.
 */
export type Acquirer = {
  readonly capabilities: Capabilities
  authorize(request: requests.AuthorizeRequest): Promise<results.AuthorizeResult>
  verify(request: requests.VerifyRequest): Promise<results.VerifyResult>
  /** Continues an authorization or verification that returned a challenge, once the cardholder has returned. */
  completeChallenge(request: requests.CompleteChallengeRequest): Promise<results.CompleteChallengeResult>
  capture(request: requests.CaptureRequest): Promise<results.CaptureResult>
  reverse(request: requests.ReverseRequest): Promise<results.ReverseResult>
  refund(request: requests.RefundRequest): Promise<results.RefundResult>
  payOut(request: requests.PayOutRequest): Promise<results.PayOutResult>
  /** The result of the request with this key. */
  inquire(key: requests.RequestKey): Promise<results.InquiryResult>
  /**
   * Dispute events behind a place in the acquirer's list of them, oldest first, a page at a time; from the beginning
   * without a place. The list only grows and its order never changes, so a reader who was away for a month misses
   * nothing.
   */
  disputesSince(place: string | undefined): Promise<DisputePage>
  submitEvidence(request: requests.SubmitEvidenceRequest): Promise<results.SubmitEvidenceResult>
  acceptDispute(request: requests.AcceptDisputeRequest): Promise<results.AcceptDisputeResult>
  /** What the acquirer has settled with us, behind a place in its list, as `disputesSince` lists disputes. */
  settlementsSince(place: string | undefined): Promise<SettlementPage>
}
