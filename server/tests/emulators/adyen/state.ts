/** What the emulator of Adyen remembers. It shares nothing with the connector: it was written from Adyen's documents. */

export type Amount = { currency: string; value: number }

/** The fields of requests that it reads; what is there is what the caller has sent. */
export type Body = {
  merchantAccount: string
  merchantAccountCode?: string
  amount: Amount
  reference: string
  returnUrl: string
  paymentMethod: {
    type?: string
    number?: string
    expiryMonth?: string
    expiryYear?: string
    cvc?: string
    holderName?: string
  }
  shopperInteraction?: string
  recurringProcessingModel?: string
  captureDelayHours?: number
  additionalData?: Record<string, string>
  browserInfo?: object
  authenticationData?: { attemptAuthentication?: string; threeDSRequestData?: { nativeThreeDS?: string } }
  details?: { redirectResult?: string }
  paymentReference: string
  disputePspReference: string
  defenseReasonCode?: string
  defenseDocuments: { defenseDocumentTypeCode: string; contentType: string; content: string }[]
}

export type Payment = {
  pspReference: string
  reference: string
  amount: Amount
  /** `manual`: it waits for a capture. `immediate`: it was captured with its authorization. `verify`: nothing is held. */
  capture: 'manual' | 'immediate' | 'verify'
  status: 'redirected' | 'authorised' | 'refused' | 'cancelled'
  refusal: Refusal | undefined
  /** What was authorized, when that was only a part. */
  partly: number | undefined
  isAuthenticated: boolean
  hasSecurityCode: boolean
  networkTxReference: string
  authCode: string
  returnUrl: string
  captured: number
  /** Of everything captured: what was refunded, and what is charged back. */
  refunded: number
  disputed: number
}

/** `advice`: the merchant advice code of the network. */
export type Refusal = { reason: string; code: string; advice?: string }

export type Dispute = {
  pspReference: string
  payment: Payment
  amount: Amount
  status: 'open' | 'defended' | 'accepted' | 'won' | 'lost'
  documents: string[]
}

/** A movement of money, for the report of its batch. */
export type Movement = {
  type: string
  payment: Payment | undefined
  modification: { pspReference: string; reference: string } | undefined
  /** Above zero: credited. */
  value: number
  currency: string
}

export type State = {
  now: () => Temporal.Instant
  merchantAccount: string
  /** By their pspReference. */
  payments: Map<string, Payment>
  disputes: Map<string, Dispute>
  /** By what the browser brings back. */
  redirects: Map<string, Payment>
  movements: Movement[]
  reports: Map<string, string>
  batches: number
  /** What goes into webhooks, oldest first. */
  notify: (item: Item) => void
  next: (prefix: string) => string
}

/** The fields of an item that differ; the rest is the same in all of them. */
export type Item = {
  eventCode: string
  pspReference: string
  success?: boolean
  amount?: Amount
  originalReference?: string
  merchantReference?: string
  reason?: string
  additionalData?: Record<string, string>
}

export type Answer = { status: number; body: Record<string, unknown> }

export const ok = (body: Record<string, unknown>): Answer => ({ status: 200, body })
export const received = (body: Record<string, unknown>): Answer => ({ status: 201, body })
export const problem = (status: number, errorCode: string, message: string, errorType = 'validation'): Answer => ({
  status,
  body: { status, errorCode, message, errorType },
})

export const findByReference = ({ payments }: State, reference: string): Payment | undefined =>
  [...payments.values()].find((payment) => payment.reference === reference)
