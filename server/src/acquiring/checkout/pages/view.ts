import type { DeclineReason } from '#connectors/acquirer/port.ts'
import type {
  CardForm,
  CardShown,
  FieldError,
  InLanguages,
  Interval,
  LimitedPage,
  PausedPage,
  WalletChoice,
  WantedField,
} from '#core/pages'
import type { Money } from '#kernel/base/money.ts'

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
  | LimitedPage
  | PausedPage
  | StartPage
  | BankFramePage
  | LeavePage
  | { kind: 'returned' }
  | { kind: 'notFound' }

/** The form a shopper pays on. */
export type PayPage = CardForm & {
  kind: 'pay'
  /** Where the form is posted. */
  action: string
  /** Where the cancel button posts. The button carries `attempt` too. Absent: there is no store to go back to. */
  cancel: string | undefined
  /** The stored cards that the shopper may remove here, and where the form for it is posted. */
  removable: readonly { id: string; action: string }[]
  /** Opaque: comes back in the field `attempt`, so that one page pays once. */
  attempt: string
  /**
   * What happens to `amount`: captured now, reserved now and charged later, or nothing (then the amount is not shown).
   */
  mode: PayMode
  /** What leaves the card today. */
  amount: Money
  order: OrderSummary
  terms: Terms | undefined
  /** What the site asks of its shoppers and the store has not said. */
  customerFields: readonly WantedField[]
  words: FormWords | undefined
  /** Undefined: the site takes none, or nothing is charged. */
  wallets: WalletChoice | undefined
  /** The decline that brought the shopper back here, and how many more times they may try. */
  decline: { reason: DeclineReason; attemptsLeft: number } | undefined
  /** The business's own day, as `readCardInput` gets it: in staging it is not the browser's. */
  today: Temporal.PlainDate
}
/** The site's own words on a form: plain text, and addresses of its own pages. */
export type FormWords = {
  title: InLanguages
  note: InLanguages
  termsUrl?: string
  returnsUrl?: string
}
export type PayMode = 'take' | 'reserve' | 'verify'

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
      /** The days of the next billings in the site's time zone; there is one at least. */
      upcoming: readonly Temporal.PlainDate[]
    }
  /** The merchant bills later, on its own request. */
  | { kind: 'managed' }
/** The public page of a payment link, before a shopper has begun to pay. */
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
  words: FormWords | undefined
  errors: readonly FieldError[]
  /** The link's own address, to be passed on. */
  url: string
}

/** It is done: the amount was captured or reserved, or the card was only verified. */
export type ReceiptPage = {
  kind: 'paid' | 'authorized' | 'verified'
  amount: Money
  order: OrderSummary
  terms: Terms | undefined
  /** Our number of the transaction, for support. */
  reference: string
  /** In the site's time zone. */
  at: Temporal.ZonedDateTime
  card: CardShown | undefined
  cardSaved: boolean
  /** What the bank statement will say. */
  descriptor: string | undefined
  /** Where the shopper looks after what is billed later; absent when nothing is, or the payment is long ago. */
  manage: string | undefined
  back: StoreReturn | undefined
}

/** The result is not known yet. The page refreshes itself. */
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

/** The way back to the store: a link. */
export type StoreReturn = { url: string }

/** Sends the browser to the cardholder's bank by itself; there is a button for browsers without script. */
export type ChallengePage = {
  kind: 'challenge'
  /** Whether the bank forbids that its page is in a frame. */
  unframed?: boolean
  url: string
  method: 'POST' | 'GET'
  fields: Readonly<Record<string, string>>
}

/** In a frame, before there is an order: the store's page hands it over. `action`: where the form with it is posted. */
export type StartPage = { kind: 'start'; action: string }

/** The bank's page in a frame of a page in a frame. */
export type BankFramePage = Omit<ChallengePage, 'kind'> & {
  kind: 'bank'
  /** Where the page goes on when the bank has sent the browser back. */
  after: string
  /** Where the same happens in the whole window. */
  alone: string
}

/** The bank forbids frames: the whole window goes there. */
export type LeavePage = { kind: 'leave'; alone: string }

/**
 * Sends the browser back to the store with the sealed result (wire fact 1.8), or without one, by a link. The url keeps its
 * own query.
 */
export type ReturnPage = { kind: 'return'; url: string; fields: { opensslResult: string; result: string } | undefined }

/** The store sent something we cannot work with: for the developer, and a calm sentence for the shopper. */
export type RefusedPage = {
  kind: 'refused'
  code: string
  /** The rule that was broken, in English. */
  message: string
  /** `order.items[2].units` */
  field: string | undefined
  /** Everything that is wrong, when it is more than that one field. */
  problems: readonly { field: string; rule: string }[]
  requestId: string | undefined
  /** Where to read more. */
  documentation: string | undefined
}

/** An internal error. The page shows only the number to find it by. */
export type TroublePage = { kind: 'trouble'; requestId: string | undefined }
