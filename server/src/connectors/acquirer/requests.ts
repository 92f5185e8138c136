import type { Instant } from '#kernel/base/clock.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import type { BillingAddress, BrowserFacts, CardDetails } from './card.ts'
import type { Purchase } from './purchase.ts'

/** A UUID, made and stored by us before the first attempt. */
export type RequestKey = string

type CardRequest = {
  key: RequestKey
  card: CardDetails
  /** Who initiated the payment. A merchant-initiated one names the network id of the shopper's own first payment. */
  initiator: Initiator
  descriptor: string
  /** What the merchant sells and where, as the networks have it. Absent: it is not known. */
  merchant?: MerchantFacts | undefined
  shopper: { ip: string | undefined; email: string | undefined; country: string | undefined }
  /** For the networks' check of the address (AVS). Absent: nothing is known of it. */
  billingAddress?: BillingAddress | undefined
  /** Where the cardholder returns, and the facts of their browser. Absent: 3-D Secure is not possible. */
  threeDSecure: { returnUrl: string; browser: BrowserFacts } | undefined
  /** Absent: the acquirer authenticates as it usually does. */
  authentication?: Authentication | undefined
  /** The merchant behind the merchant, for a marketplace or a payment facilitator. */
  subMerchantId?: string | undefined
  level3?: Level3 | undefined
  /** Absent: it is not known, or its lines do not come to the amount. */
  purchase?: Purchase | undefined
}

/** A merchant category code (ISO 18245), and a country in two letters (ISO 3166-1). */
export type MerchantFacts = { category?: string | undefined; country?: string | undefined }

/**
 * What is demanded where somebody may be testing cards that are not theirs.
 *
 * `requested`: the bank authenticates the cardholder before it decides about the card, and finds itself whether it has to
 * ask them (3-D Secure without a preference, `threeDSRequestorChallengeInd` 01, and without an exemption). Where no
 * 3-D Secure is possible it changes nothing.
 *
 * `required`: nothing is authorized or verified unless the cardholder has confirmed it with their bank (a mandated
 * challenge, 04). The bank's own decision about the card is requested only after that, so one who is not the cardholder
 * learns nothing about it. Declined with `authentication_required` where no 3-D Secure is possible, and with
 * `authentication_failed` where the bank cannot ask.
 */
export type Authentication = 'requested' | 'required'

/** Facts of a journey, for card networks that price by it. Dates are the ISO 8601 text that the store sent. */
export type Level3 =
  | ({ readonly type: 'airline' } & TextFields<
      | 'ticketNumber'
      | 'passengerName'
      | 'flightNumber'
      | 'departureDate'
      | 'departureAirportCode'
      | 'arrivalAirportCode'
      | 'carrierCode'
      | 'travelAgencyCode'
      | 'travelAgencyName'
    >)
  | ({ readonly type: 'tourism' } & TextFields<
      'tourNumber' | 'travellerName' | 'departureDate' | 'returnDate' | 'travelAgencyCode' | 'travelAgencyName'
    >)
type TextFields<Name extends string> = { readonly [name in Name]?: string | undefined }

/** Reserves the amount (`auth`), or reserves and captures it (`sale`). */
export type AuthorizeRequest = CardRequest & { kind: 'auth' | 'sale'; amount: Money }

/** Asks the cardholder's bank whether the card is good, without an amount. */
export type VerifyRequest = CardRequest & { currency: Currency }

export type Initiator =
  | { type: 'cit'; storesCard: boolean }
  | {
      type: 'mit'
      reason: 'recurring' | 'unscheduled'
      networkTransactionId: string
      /** When that transaction was made, where the merchant has said it: of a card that was tokenized elsewhere. */
      networkTransactionDate?: Instant | undefined
    }

/** `response` is what the challenge page posted back to `returnUrl`, field by field, unread by us. */
export type CompleteChallengeRequest = {
  key: RequestKey
  authorization: RequestKey
  response: Readonly<Record<string, string>>
}

type FollowUp = {
  key: RequestKey
  amount: Money
  /** The key of the authorization, and the acquirer's own reference of it, if it is known. */
  authorization: RequestKey
  reference: string | undefined
}

/** Captures an approved authorization once, all of it or part; the rest is released. */
export type CaptureRequest = FollowUp

/**
 * Reverses, whole, an authorization or a capture that is not settled yet; `amount` is what was authorized or captured.
 * A reversal that is done means that nothing is held under the authorization and nothing ever will be: also when the
 * acquirer does not know it, and its request, should it still be on its way, is then declined.
 */
export type ReverseRequest = FollowUp

/** Refunds all or part of what was captured. */
export type RefundRequest = FollowUp

/**
 * A payout to a card: the networks call it an original credit. It is deducted from what the acquirer owes us. A payout
 * that was made cannot be reversed, so its result is inquired about and never guessed.
 */
export type PayOutRequest = {
  key: RequestKey
  /** Above zero. */
  amount: Money
  card: CardDetails
  descriptor: string
  shopper: { email: string | undefined; country: string | undefined }
}

type DisputeResponse = {
  key: RequestKey
  /** The acquirer's own name of the dispute, as its events have it. */
  dispute: string
  /** The key of the authorization that is disputed. */
  authorization: RequestKey
}

/** Proof that the merchant was right. It may be submitted more than once while the dispute is open. */
export type SubmitEvidenceRequest = DisputeResponse & {
  text: string
  documents: readonly { name: string; mediaType: string; content: Uint8Array }[]
}

/** Accepts the dispute: the cardholder keeps the money. */
export type AcceptDisputeRequest = DisputeResponse
