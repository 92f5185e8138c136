import type { DeclineReason } from '#connectors/acquirer/acquirer.ts'
import type { Money } from '#kernel/money.ts'
import type { CardBrand } from './card-brand.ts'

/**
 * What a shopper can be shown. Everything here has been decided already: a page only says it.
 * Text may be anybody's: it is escaped where it is written. Addresses may be anybody's too: only http and https
 * ones are written at all.
 */
export type CheckoutPage =
  | LinkPage
  | PayPage
  | ReceiptPage
  | ProcessingPage
  | DeclinedPage
  | ClosedPage
  | ChallengePage
  | ReturnPage
  | RefusedPage
  | TroublePage
  | { kind: 'notFound' }

export const languages = ['en', 'ro', 'de', 'fr', 'it', 'es', 'ru', 'el', 'he'] as const
export type Language = (typeof languages)[number]

/** What stands around every page. */
export type Frame = {
  language: Language
  /** Where a GET shows this session again (`/pay/abc`); the language links add `lang` to it. Absent: no links. */
  address: string | undefined
  /** Absent when nobody knows whose page this is. */
  merchant: Branding | undefined
  /** Staging: says that no money moves, and which card to type. */
  testMode: boolean
  /** Origins that may show the page inside their own. Empty: nobody may. */
  frameAncestors: readonly string[]
}

export type Branding = {
  name: string
  /** A `data:image/...;base64,` address; anything else is not shown. */
  logo: string | undefined
  /** `#rrggbb`; the text on it is made readable. */
  accent: string | undefined
  /** Where a shopper can ask: an e-mail address or a web address. */
  support: string | undefined
}

/** The form a shopper pays on. */
export type PayPage = {
  kind: 'pay'
  /** Where the form is posted. */
  action: string
  /**
   * Where the cancel button posts, and the store's address that this leads to: the browser is allowed to go there. The
   * button carries `attempt` too. Absent: there is no store to go back to.
   */
  cancel: { action: string; leadsTo: string } | undefined
  /** Opaque: comes back in the field `attempt`, so that one page pays once. */
  attempt: string
  /** What happens to `amount`: taken now, reserved now and charged later, or nothing (then the amount is not shown). */
  mode: PayMode
  /** What leaves the card today. */
  amount: Money
  order: OrderSummary
  terms: Terms | undefined
  savedCards: readonly SavedCard[]
  saveCard: SaveCard
  /** Facts the merchant asks for on this page (payment links). */
  customerFields: readonly WantedField[]
  /** The decline that brought the shopper back here, and how many more times they may try. */
  decline: { reason: DeclineReason; attemptsLeft: number } | undefined
  errors: readonly FieldError[]
  /** The business's own day, as `readCardInput` gets it: in staging it is not the browser's. */
  today: Temporal.PlainDate
  /** What was typed before and may be shown again. There is no place for a card number or a security code. */
  typed: Typed
}
export type PayMode = 'take' | 'reserve' | 'verify'

/** `implied`: the order cannot be billed again without it, so it is explained and not asked. */
export type SaveCard = 'offered' | 'ticked' | 'implied' | 'not offered'

export type Typed = {
  /** `new`, or the id of a saved card. Undefined: the first usable saved card, else a new one. */
  card: string | undefined
  cardExpiry: string | undefined
  cardHolderName: string | undefined
  saveCard: boolean | undefined
}
export const nothingTyped: Typed = {
  card: undefined,
  cardExpiry: undefined,
  cardHolderName: undefined,
  saveCard: undefined,
}

export type OrderSummary = {
  /** The merchant's own number of the order; a link has none. */
  reference: string | undefined
  description: string | undefined
  lines: readonly OrderLine[]
  /** The regular amount of the order. */
  total: Money
}

export type OrderLine = {
  name: string
  description: string | undefined
  /** Exact decimal texts, as in "1", "2.5" and "19". */
  units: string
  vatPercent: string | undefined
  unitPrice: Money
  total: Money
}

/** What is agreed beyond today's payment. */
export type Terms =
  | {
      kind: 'recurring'
      /** What every later billing takes. */
      amount: Money
      every: Interval
      /** Today's amount, when it is not the regular one. */
      trial: Money | undefined
      /** The day of the next billing in the site's time zone. */
      nextBilling: Temporal.PlainDate
    }
  /** The merchant bills later, on its own request. */
  | { kind: 'managed' }
export type Interval = { type: 'day' | 'month'; value: number }

export type SavedCard = CardShown & {
  /** Comes back in the field `card`. */
  id: string
  expiryMonth: number
  expiryYear: number
  /** An expired card is shown and cannot be chosen. */
  expired: boolean
}
export type CardShown = { brand: CardBrand | undefined; lastFour: string }

export const customerFieldNames = [
  'email',
  'firstName',
  'lastName',
  'phone',
  'address',
  'city',
  'zipCode',
  'country',
  'state',
] as const
export type CustomerFieldName = (typeof customerFieldNames)[number]
export type WantedField = { name: CustomerFieldName; required: boolean; value: string | undefined }

/** Names of the pay form's fields that can be wrong. */
export type FieldName = 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvv' | 'cardHolderName' | CustomerFieldName
export type FieldError = { field: FieldName; problem: FieldProblem }

/** What can be wrong with a field; each language has a sentence for each. */
export const fieldProblems = [
  'card_not_usable',
  'number_missing',
  'number_unreadable',
  'number_incomplete',
  'number_mistyped',
  'brand_unknown',
  'expiry_missing',
  'expiry_unreadable',
  'expiry_past',
  'expiry_too_far',
  'code_missing',
  'code_three_digits',
  'code_four_digits',
  'holder_name_length',
  'holder_name_is_number',
  'answer_missing',
  'answer_too_long',
  'email_unreadable',
  'phone_unreadable',
  'zip_code_unreadable',
  'country_unknown',
  'state_unknown',
] as const
export type FieldProblem = (typeof fieldProblems)[number]

/** The public page of a payment link: what is asked for, before anybody has begun to pay. */
export type LinkPage = {
  kind: 'link'
  /** Where the form is posted. */
  action: string
  /** Opaque: comes back in the field `visit`, so that one shown page makes one order. */
  visit: string
  amount: Money
  order: OrderSummary
  terms: Terms | undefined
  customerFields: readonly WantedField[]
  errors: readonly FieldError[]
  /** The link's own address, to be passed on. */
  url: string
}

/** It is done: the money was taken, or reserved, or the card was only checked. */
export type ReceiptPage = {
  kind: 'paid' | 'authorized' | 'verified'
  amount: Money
  order: OrderSummary
  terms: Terms | undefined
  /** Our number of the transaction, which support asks for. */
  reference: string
  /** In the site's time zone. */
  at: Temporal.ZonedDateTime
  card: CardShown | undefined
  cardSaved: boolean
  /** What the bank statement will say. */
  descriptor: string | undefined
  back: StoreReturn | undefined
}

/** Nobody knows yet. The page asks again by itself. */
export type ProcessingPage = {
  kind: 'processing'
  refreshSeconds: number
  amount: Money
  orderReference: string | undefined
}

/** The last attempt was declined too. */
export type DeclinedPage = {
  kind: 'declined'
  reason: DeclineReason
  orderReference: string | undefined
  back: StoreReturn | undefined
}

/**
 * Nothing can be paid here any more. `already-paid`: by an earlier visit, whose facts are not shown to this one;
 * `unavailable`: a payment link that is inactive, removed, used up or past its last day.
 */
export type ClosedPage = {
  kind: 'expired' | 'cancelled' | 'already-paid' | 'unavailable'
  /** Of a payment link that is unavailable: why. */
  because?: LinkClosed | undefined
  orderReference: string | undefined
  back: StoreReturn | undefined
}

export type LinkClosed = 'inactive' | 'expired' | 'usedUp' | 'removed'

/** The way back to the store: a link, or, when the store must be told something, a form. */
export type StoreReturn = { url: string; fields: Readonly<Record<string, string>> | undefined }

/** Sends the browser to the cardholder's bank by itself; there is a button for browsers without script. */
export type ChallengePage = {
  kind: 'challenge'
  url: string
  method: 'POST' | 'GET'
  fields: Readonly<Record<string, string>>
}

/** Sends the browser back to the store with the sealed result (wire fact 1.8). The url keeps its own query. */
export type ReturnPage = { kind: 'return'; url: string; fields: { opensslResult: string; result: string } }

/** The store sent something we cannot work with: for the developer, and a calm sentence for the shopper. */
export type RefusedPage = {
  kind: 'refused'
  code: string
  /** The rule that was broken, in English. */
  message: string
  /** `order.items[2].units` */
  field: string | undefined
  requestId: string | undefined
  /** Where to read more. */
  documentation: string | undefined
}

/** Our own fault. Nobody is told more than the number to find it by. */
export type TroublePage = { kind: 'trouble'; requestId: string | undefined }

/** A page ready to be sent. */
export type RenderedPage = { body: string; contentSecurityPolicy: string }
