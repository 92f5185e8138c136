import type { Language } from '#core/i18n'
import type { CardBrand } from './card-brand.ts'
import type { FrameAncestors } from './csp.ts'
import type { PageMessages } from './languages/index.ts'

/** What every page has around its content. */
export type PageLayout = {
  language: Language
  /** Where a GET shows this session again (`/pay/abc`); the language links add `lang` to it. Absent: no links. */
  address: string | undefined
  /** Undefined for a page that belongs to no merchant. */
  merchant: Branding | undefined
  /** Staging: shows that no real money is charged. */
  testMode: boolean
  /** Which card to type in staging; `expiry` is `MM/YY`, and absent where any date to come will do. */
  testCard?: ProposedCard | undefined
  /** Origins that may embed the page. Empty: none may. */
  frameAncestors: FrameAncestors
  /** For a page that is made to be shown in a frame on a page of the store. */
  frame?: FrameFacts
  /** For the frame of a preview, which has the styles already: the page without styles and scripts. */
  isPreview?: boolean
}

export type ProposedCard = { number: string; expiry?: string; code: string }

/** What the script of a frame passes on to the store's page, or needs for it. */
export type FrameFacts = {
  /** What the page is about: `pay`, `challenge`, `paid`. */
  page: string
  /** Where the same is shown outside of a frame. */
  alone: string
  /** What the frame is, for those who hear a page: the store's page has a main part of its own. */
  label: string
  /** What is said where the browser has no connection. */
  offline: string
  /** Of a page that is about a payment: what the store's page receives of it, as JSON. */
  payment?: string | undefined
  /** Of a page that refuses something. */
  error?: string | undefined
}

export type Branding = {
  name: string
  /** A `data:image/...;base64,` address; anything else is not shown. */
  logo: string | undefined
  /** `#rrggbb`; the text on it is made readable. */
  themeColor: string | undefined
  /** Where a shopper can get help: an e-mail address or a web address. */
  support: string | undefined
}

export type Interval = { type: 'day' | 'month'; value: number }

/** `implied`: the order cannot be billed again without it, so the page explains it without a choice. */
export type SaveCard = 'offered' | 'ticked' | 'implied' | 'not offered'

/** What was typed before and may be shown again. There is no place for a card number or a security code. */
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

export type SavedCard = CardShown & {
  /** Comes back in the field `card`. */
  id: string
  expiryMonth: number
  expiryYear: number
  /** An expired card is shown and cannot be chosen. */
  expired: boolean
  /** What else the shopper needs to know before choosing it. */
  note?: string | undefined
}
/** The cards a form offers: a stored one, or a new one. */
export type CardForm = {
  savedCards: readonly SavedCard[]
  saveCard: SaveCard
  /** What the shopper agrees to beyond today, for which an implied card is saved. */
  terms: object | undefined
  errors: readonly FieldError[]
  typed: Typed
  /** For the script to solve: so many tasks, with so many zero bits each. */
  puzzle: { text: string; count: number; bits: number }
}
/** The wallets that a form offers beside the card. */
export type WalletChoice = {
  /** `request`: what the wallet's script in the browser is asked with. */
  offers: readonly { wallet: 'applePay' | 'googlePay'; isTest: boolean; request: object }[]
  /** Where the page's script posts. */
  addresses: { page: string; pay: string; appleSession: string; testWallet: string }
  /** Staging, where no wallet is set up: the test wallet stands in for it, with these cards. */
  testCards: Readonly<Record<string, readonly TestWalletCard[]>> | undefined
}
/** `does`: what becomes of a payment with it; a reason: it is declined for it. */
export type TestWalletCard = {
  id: string
  name: string
  does: 'approved' | 'declinedLater' | 'challenged' | keyof PageMessages['declines']
}
export type CardShown = {
  brand: CardBrand | undefined
  lastFour: string
  /** It was shown by this wallet, whose name comes first. */
  wallet?: 'applePay' | 'googlePay' | undefined
}

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
export type WantedField = {
  name: CustomerFieldName
  required: boolean
  value: string | undefined
  /** The merchant's own words for it, in some languages: in place of ours, and below it. */
  label?: InLanguages
  help?: InLanguages
}
/** Plain text of a merchant; a page in another language does without. */
export type InLanguages = Readonly<Partial<Record<Language, string>>>

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
  'answer_is_card_number',
  'email_unreadable',
  'phone_unreadable',
  'zip_code_unreadable',
  'country_unknown',
  'state_unknown',
] as const
export type FieldProblem = (typeof fieldProblems)[number]

/** A page ready to be sent. */
export type RenderedPage = { body: string; contentSecurityPolicy: string }
