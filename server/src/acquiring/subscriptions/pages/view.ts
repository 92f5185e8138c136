import type { InvoiceDocument } from '#acquiring/invoices'
import type { DeclineReason } from '#connectors/acquirer/port.ts'
import type { CardForm, CardShown, Interval, LimitedPage, PausedPage } from '#core/pages'
import type { Money } from '#kernel/base/money.ts'

/** What the shopper of a subscription can be shown. Everything here has been decided already: a page only says it. */
export type SubscriptionPage =
  | OverviewPage
  | CardPage
  | CancelPage
  | { kind: 'waiting'; for: 'proof' | 'charge'; refreshSeconds: number }
  | { kind: 'challenge'; url: string; method: 'POST' | 'GET'; fields: Readonly<Record<string, string>> }
  | ExpiredLinkPage
  /** The same whether or not there is an address to write to. */
  | { kind: 'linkSent' }
  | LimitedPage
  | PausedPage
  | { kind: 'notFound' }

/** What is subscribed, and its status. */
export type About = {
  /** Charged on the merchant's request, and not on a calendar. */
  managed: boolean
  description: string | undefined
  amount: Money
  every: Interval | undefined
  status: StatusShown
}

export type StatusShown =
  | { is: 'active'; next: { on: Temporal.PlainDate; amount: Money } | undefined }
  /** `retry`: the day of the next try; `soon` when that is due already. */
  | { is: 'owing'; amount: Money; since: Temporal.PlainDate; retry: Temporal.PlainDate | 'soon' }
  /** It is cancelled for later: it ends on that day, without another payment, or with the last one. */
  | { is: 'ending'; by: 'shopper' | 'merchant'; on: Temporal.PlainDate; lastBill: Money | undefined }
  | { is: 'charging'; amount: Money }
  | { is: 'waiting' }
  | { is: 'neverBegan' }
  | { is: 'ended'; by: 'shopper' | 'merchant' | 'unpaid'; paidUntil: Temporal.PlainDate | undefined }

export type OverviewPage = {
  kind: 'overview'
  about: About
  result: CardChangeResult | undefined
  /** MM/YY. Absent: there is none that could be charged. */
  card: (CardShown & { expiry: string; expires: boolean }) | undefined
  next: readonly NextPayment[]
  past: readonly PastPayment[]
  /** Where to change the card and to cancel; absent where that is not possible. */
  changeCard: string | undefined
  cancel: string | undefined
  /** Where the shopper takes their cancellation back, and what would then be charged next. */
  takeBack: { action: string; next: { on: Temporal.PlainDate; amount: Money } } | undefined
  /** What else the customer has at this site, newest first. */
  beside: { subscriptions: readonly OtherSubscription[]; payments: readonly OtherPayment[] }
}

/** With the address of its own page. */
export type OtherSubscription = { about: About; url: string }
export type OtherPayment = PastPayment & { description: string | undefined }

export type NextPayment = { on: Temporal.PlainDate; amount: Money; again: boolean }

export type PastPayment = {
  on: Temporal.PlainDate
  amount: Money
  card: CardShown
  state: 'paid' | 'declined' | 'reserved' | 'underWay' | 'refunded' | 'partlyRefunded' | 'released'
  /** Refunded so far. */
  back: Money
  /** Its invoice and credit notes, newest first. */
  documents?: readonly { document: Pick<InvoiceDocument, 'kind' | 'prefix' | 'number'>; url: string }[]
}

/** The result of what the shopper has just done. */
export type CardChangeResult =
  | { is: 'changed'; card: CardShown }
  | { is: 'paid'; card: CardShown; amount: Money }
  | { is: 'unpaid'; reason: DeclineReason }
  | { is: 'paying'; refreshSeconds: number }
  | { is: 'refused'; reason: DeclineReason }
  | { is: 'bankWaits'; goOn: string }

/** A form for another card. */
export type CardPage = CardForm & {
  kind: 'card'
  about: About
  /** Where the form is posted. */
  action: string
  back: string
  /** Opaque: comes back in the field `attempt`, so that one shown form tries one card. */
  attempt: string
  /** Charged to the new card at once. */
  owed: Money | undefined
  /** Why the last card was not accepted. */
  decline: DeclineReason | undefined
  /** The business's own day, as `readCardInput` gets it. */
  today: Temporal.PlainDate
}

/** Requires a confirmation, and explains what will happen. */
export type CancelPage = {
  kind: 'cancel'
  about: About
  action: string
  back: string
  paidUntil: Temporal.PlainDate | undefined
  /** It can end with what is paid, on this day; absent where there is nothing paid that it could end with. */
  later: { until: Temporal.PlainDate } | undefined
  /** What would be charged next, if it is not cancelled; a few. */
  next: readonly NextPayment[]
}

export type ExpiredLinkPage = {
  kind: 'linkExpired'
  /** The address that sends a new link; absent if this installation sends no emails. */
  newLink: string | undefined
}
