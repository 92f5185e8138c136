import type { NewPayment, ReturnUrl } from '#acquiring/payments'
import type { CardFacts } from '#acquiring/shoppers'
import type { BrowserFacts, CardDetails } from '#connectors/acquirer/port.ts'
import { ignored, jsonObject, optional, text } from '#kernel/http/field.ts'

/** Reads the card data and browsers that requests of orders carry. */
export type CardParser = {
  /** Reads card data as it was typed, or refuses it by field. */
  readCard(unchecked: TypedFields, timeZone: string): { brand: string; details: CardDetails }
  /** Reads the browser that the fields of 3-D Secure describe, or refuses them by field. */
  readBrowser(threeDSecureData: string | undefined, ip: string | undefined): BrowserFacts
  /**
   * The address to which the bank sends the shopper's browser back after this attempt; from there it goes to `backUrl`.
   */
  bankReturnUrl(attempt: Parameters<ReturnUrl>[0], backUrl: string | undefined): string
}

/** Card data as a request of an order carries it. */
export const cardFields = {
  cardNumber: optional(text({ max: 40, what: 'the number of a card' })),
  cardExpiryDate: optional(text({ max: 10, what: 'MM/YY or MM/YYYY' })),
  cardCvv: optional(text({ max: 4, what: 'the security code of the card' })),
  cardHolderName: optional(text({ max: 100, what: 'the name on the card' })),
  cardHolderCountry: optional(text({ max: 2, what: 'a country code' })),
  cardHolderState: optional(text({ max: 6, what: 'a state' })),
  cardType: ignored(text({ max: 20, what: 'a card scheme' })),
  cardDescriptor: optional(text({ max: 50, what: 'what the statement of the cardholder shows' })),
}
export type TypedFields = Partial<
  Record<'cardNumber' | 'cardExpiryDate' | 'cardCvv' | 'cardHolderName', string | undefined>
>

export function cardFactsOf({
  cardHolderCountry: country,
  cardHolderState: state,
  cardDescriptor: descriptor,
}: Partial<Record<'cardHolderCountry' | 'cardHolderState' | 'cardDescriptor', string | undefined>>):
  | CardFacts
  | undefined {
  return country || state || descriptor ? { country, state, descriptor } : undefined
}

export const threeDSecureData = optional(text({ max: 100_000, what: 'the base64 of a JSON object', lines: true }))
export const transactionOption = optional(jsonObject('options of the payment'))
/** Text whose rules are elsewhere: it is read by the use case's own reader. */
export const anyText = (what: string) =>
  optional(text({ max: 200, what })).meta({ description: what.charAt(0).toUpperCase() + what.slice(1) })

type ThreeDSecureFields = {
  threeDSecureData?: string | undefined
  transactionOption?: Readonly<Record<string, unknown>> | undefined
  cardNumber?: string | undefined
  ip?: string | undefined
  backUrl?: string | undefined
}

/**
 * The shopper is present when the store describes their browser, when it sends a soft decline again, and when they have
 * just typed their card or paid in their wallet. Undefined when they are not.
 */
export function threeDSecureOf(parts: CardParser, body: ThreeDSecureFields): NewPayment['threeDSecure'] {
  const softDecline = String(body.transactionOption?.isSoftDecline ?? 'no')
  const isPresent = body.cardNumber !== undefined || body.transactionOption?.digitalWallet !== undefined
  const paidAtStore = isPresent && body.backUrl !== undefined
  const isSoftDecline = ['yes', 'true', '1'].includes(softDecline.toLowerCase())
  if (!body.threeDSecureData && !isSoftDecline && !paidAtStore) return undefined
  return {
    returnUrl: (attempt) => parts.bankReturnUrl(attempt, body.backUrl),
    browser: parts.readBrowser(body.threeDSecureData, body.ip),
  }
}
