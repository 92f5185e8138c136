import type { CardChecks } from './card.ts'
import type { DeclineAdvice, DeclineReason } from './decline-reasons.ts'
import type { RequestKey } from './requests.ts'

export type AuthorizeResult = Approved | Challenge | Declined | Pending
export type VerifyResult = AuthorizeResult
export type CompleteChallengeResult = Approved | Challenge | Declined | Pending
export type CaptureResult = Done | Declined | Pending
export type ReverseResult = Done | Declined | Pending
export type RefundResult = Done | Declined | Pending
export type PayOutResult = Done | Declined | Pending
export type SubmitEvidenceResult = Done | DisputeClosed | Pending
export type AcceptDisputeResult = Done | DisputeClosed | Pending

/** The result of a request of any kind. */
export type InquiryResult = Approved | Challenge | Done | Declined | Pending | Returned | FailedAfterwards | NotFound

/** An incoming message of the acquirer with the result of one of our requests. */
export type IncomingResult = { key: RequestKey; result: InquiryResult }

export type Approved = {
  outcome: 'approved'
  reference: string
  /** Absent only where the connector's capabilities say that it may be. */
  networkTransactionId: string | undefined
  authorizationCode: string
  checks: CardChecks
  threeDSecure: 'none' | 'frictionless' | 'challenged' | 'attempted'
}
/**
 * The cardholder's bank authenticates them: redirect the browser with this form. `unframed`: the page forbids that it is
 * shown in a frame, so the whole window has to go there.
 */
export type Challenge = {
  outcome: 'challenge'
  reference: string
  redirect: { url: string; method: 'POST' | 'GET'; fields: Readonly<Record<string, string>>; unframed?: boolean }
}
export type Declined = {
  outcome: 'declined'
  reason: DeclineReason
  reference: string | undefined
  checks: CardChecks | undefined
  /** Absent: the bank has given none, or the acquirer does not pass it on. */
  advice?: DeclineAdvice | undefined
}
/** The acquirer has accepted the request and decides later: `inquire` or an incoming message has the result. */
export type Pending = { outcome: 'pending'; reference: string }
export type Done = { outcome: 'done'; reference: string }
/**
 * A refund or a payout that was done has not reached the cardholder after all, and its money is back with us. It is final:
 * the same request is not tried again. Before anything was done it means that nothing was, as a decline does.
 */
export type Returned = { outcome: 'returned'; reference: string }
/**
 * A capture that was done has failed after all, and the acquirer has its money back; or a reversal has, and the cardholder is
 * charged for what was reversed. It is final. An inquiry about the authorization says the same. Before anything was done it
 * means that nothing was, as a decline does.
 */
export type FailedAfterwards = {
  outcome: 'failed'
  /** What has failed. */
  request: 'capture' | 'reverse'
  /** The key of the authorization. */
  authorization: RequestKey
  reference: string
}
/** The dispute is decided, or its time to respond is over. */
export type DisputeClosed = { outcome: 'closed'; reference: string | undefined }
/** No request with this key ever arrived. */
export type NotFound = { outcome: 'not_found' }
