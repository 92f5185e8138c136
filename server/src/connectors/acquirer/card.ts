import type { Secret } from '#kernel/base/secret.ts'

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
  /** The number is one that a wallet has given for this payment. */
  wallet?: WalletPayment | undefined
}

/**
 * What came with a number out of a wallet. A number of the device has a cryptogram, which is good for this one payment and
 * is never stored. Without one it is the number that is printed on the card or, of a merchant-initiated payment, perhaps
 * the stored number of a device, whose first payment had one.
 */
export type WalletPayment = {
  type: WalletType
  cryptogram: Secret<string> | undefined
  /** The electronic commerce indicator, as the wallet has it: two digits. */
  eci: string | undefined
}
export type WalletType = 'applePay' | 'googlePay'

/** Where the bank sends the cardholder's statements, as far as the shopper or the store has said it. */
export type BillingAddress = {
  /** ISO 3166-1, two letters. */
  country: string | undefined
  state: string | undefined
  city: string | undefined
  /** Street and number. */
  street: string | undefined
  zipCode: string | undefined
}

/** The networks' results for the address and the security code. */
export type CardChecks = { address: CheckResult; postalCode: CheckResult; securityCode: CheckResult }
export type CheckResult = 'match' | 'mismatch' | 'unavailable'

/** What 3-D Secure requires about the cardholder's browser (wire fact 1.6). */
export type BrowserFacts = {
  acceptHeader: string
  userAgent: string
  language: string
  ip: string
  javaScript: boolean
  /** Known only when scripts run on the page. */
  screen?: { width: number; height: number; colorDepth: number }
  timeZoneOffsetMinutes?: number
  javaEnabled?: boolean
}
