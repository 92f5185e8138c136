import type { StoredCardId } from '#acquiring/ids'
import type { Interval, Moment, OrderMode, RetryPayment, TransactionOption } from '#acquiring/terms'
import type { WalletType } from '#connectors/acquirer/port.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import type { BrokenRule } from '#kernel/base/refusal.ts'

/**
 * The hosted checkout request of a store, checked: the JSON of `jsonRequest` as a typed value
 * (merchant-payments, "Checkout request").
 *
 * Undefined means that the store sent nothing. Empty text and null count as nothing, except inside `customData`.
 */
export type CheckoutRequest = {
  /** Undefined: the store sent no customer, so the payment is a guest's and no card of theirs is known. */
  readonly customer: Customer | undefined
  readonly order: Order
  readonly mode: CardTransactionMode
  /** The store wants the card stored; it comes back as `cardId`. Always true with `verifyCard`. */
  readonly saveCard: boolean
  /** Pay with this stored card of the customer. Whether it is theirs is not checked here. */
  readonly storedCardId: StoredCardId | undefined
  /** An http or https address, as sent, with its query string. */
  readonly backUrl: string | undefined
  readonly invoiceEmail: string | undefined
  readonly customData: CustomData | undefined
  readonly threeDSecure: ThreeDSecureFacts | undefined
  readonly transactionOption: RequestOption | undefined
  /** What was sent, makes no difference, and perhaps should have: for the developer, never for the shopper. */
  readonly notes: readonly Problem[]
}

/**
 * `auth` reserves, `authAndCapture` captures at once, `verifyCard` only verifies and stores the card (the amount is 0).
 */
export type CardTransactionMode = Exclude<OrderMode, 'credit'>

export type Customer = {
  /** The store's own name of the customer: 1 to 92 characters, compared exactly. */
  readonly identifier: string
  readonly email: string | undefined
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | undefined
  /** Two letters of ISO 3166-2 without the country, upper case. Only with country US or CA. */
  readonly state: string | undefined
  readonly city: string | undefined
  readonly address: string | undefined
  readonly zipCode: string | undefined
  /** At most 16 digits, perhaps after a plus; the separators that people type are gone. */
  readonly phone: string | undefined
  /** Each once, in the order sent. */
  readonly tags: readonly string[]
}

export type Order = OrderFacts & Billing
export type OrderType = Order['type']

type OrderFacts = {
  /** `order.orderId`: the store's own number of the order. */
  readonly externalId: string
  /** The regular amount. Zero only with mode `verifyCard`. */
  readonly amount: Money
  /** Undefined only when there are items. */
  readonly description: string | undefined
  /** Empty when the store sent none. */
  readonly items: readonly Item[]
  readonly tags: readonly string[]
  readonly level3: Level3 | undefined
  /** From then on its page takes no payment. Undefined: the page ends when nobody uses it. */
  readonly expiresAt: Instant | undefined
}

export type Billing = BilledOnce | BilledOnRequest | BilledByCalendar

/** What belongs to later billings is ignored and noted. */
export type BilledOnce = {
  readonly type: 'purchase'
  readonly interval: undefined
  readonly trialAmount: undefined
  readonly firstBillAt: undefined
  readonly retryPayment: undefined
}
/** Billed again whenever the store requests it, so it has no calendar. */
export type BilledOnRequest = {
  readonly type: 'managed'
  readonly interval: undefined
  /** The first charge, when it is not the regular amount. Above zero. */
  readonly trialAmount: Money | undefined
  readonly firstBillAt: undefined
  readonly retryPayment: RetryPayment | undefined
}
/** Billed by itself, every interval. */
export type BilledByCalendar = {
  readonly type: 'recurring'
  readonly interval: Interval
  /** The first charge, when it is not the regular amount. Above zero. */
  readonly trialAmount: Money | undefined
  /**
   * The first regular billing, always after `now`. A date that has passed is noted and left out, so the first billing
   * falls one interval after the start: public samples carry dates of 2020 and must be accepted (wire fact 1.4).
   */
  readonly firstBillAt: Moment | undefined
  readonly retryPayment: RetryPayment | undefined
}

/** A line of the cart. All of it is known when level 3 data is given; else the store may leave out the last four. */
export type Item = {
  readonly name: string
  /** Including tax. Negative for a discount. */
  readonly unitPrice: Money
  /** An exact decimal text above zero, at most four decimals and no zeros at its end: "1", "2.5". */
  readonly units: string
  /** Unit price times units, to the nearest cent, halves away from zero. The rounding is for showing it only. */
  readonly total: Money
  readonly type: 'physical' | 'digital' | undefined
  readonly code: string | undefined
  /** An exact decimal text: "19", "5.5". */
  readonly vatPercent: string | undefined
  readonly description: string | undefined
}

/** Facts of a journey, for card networks that price by it. Dates are the ISO 8601 text that was sent. */
export type Level3 = Level3Airline | Level3Tourism
export type Level3Airline = {
  readonly type: 'airline'
  readonly ticketNumber: string | undefined
  readonly passengerName: string | undefined
  readonly flightNumber: string | undefined
  readonly departureDate: string | undefined
  readonly departureAirportCode: string | undefined
  readonly arrivalAirportCode: string | undefined
  readonly carrierCode: string | undefined
  readonly travelAgencyCode: string | undefined
  readonly travelAgencyName: string | undefined
}
export type Level3Tourism = {
  readonly type: 'tourism'
  readonly tourNumber: string | undefined
  readonly travellerName: string | undefined
  readonly departureDate: string | undefined
  readonly returnDate: string | undefined
  readonly travelAgencyCode: string | undefined
  readonly travelAgencyName: string | undefined
}

/** The store's own data, echoed in notifications with the type it was sent with. One level of nesting. */
export type CustomData = string | readonly CustomValue[] | { readonly [name: string]: CustomValue }
export type CustomValue = CustomScalar | readonly CustomScalar[] | { readonly [name: string]: CustomScalar }
export type CustomScalar = string | number | boolean | null

/** What the store knows of the browser and the cardholder (wire fact 1.6). It wins over what the page collects. */
export type ThreeDSecureFacts = {
  readonly browser: {
    readonly acceptHeader: string | undefined
    readonly ip: string | undefined
    readonly javaEnabled: boolean | undefined
    readonly javaScriptEnabled: boolean | undefined
    readonly language: string | undefined
    /** Bits. */
    readonly colorDepth: number | undefined
    /** Pixels. */
    readonly screenHeight: number | undefined
    readonly screenWidth: number | undefined
    /** UTC minus local time, as `Date.prototype.getTimezoneOffset` returns it: 300 in New York's winter. */
    readonly timeZoneOffsetMinutes: number | undefined
    readonly userAgent: string | undefined
  }
  readonly cardholderName: string | undefined
  readonly email: string | undefined
  readonly homePhone: PhoneNumber | undefined
  readonly mobilePhone: PhoneNumber | undefined
  readonly workPhone: PhoneNumber | undefined
  readonly billing: CardholderAddress
  readonly shipping: CardholderAddress
  /** Whether the goods go to the billing address. */
  readonly addressesMatch: boolean | undefined
}
/** 1 to 3 digits of country, and at most 15 more. */
export type PhoneNumber = { readonly countryCode: string; readonly subscriber: string }
export type CardholderAddress = {
  readonly line1: string | undefined
  readonly line2: string | undefined
  readonly line3: string | undefined
  readonly city: string | undefined
  readonly postCode: string | undefined
  readonly state: string | undefined
  /** ISO 3166-1 numeric, three digits. */
  readonly country: string | undefined
}

export type RequestOption = TransactionOption & {
  /** The payment was softly declined before (code 839): challenge the cardholder this time. */
  readonly isSoftDecline: boolean
  /** The shopper has paid in their wallet already, in the store's own page or app. It is never stored. */
  readonly digitalWallet: DigitalWallet | undefined
}
/** `token`: what the wallet has returned, not yet read. */
export type DigitalWallet = { readonly type: WalletType; readonly token: unknown }

/** A field by the path the store wrote (`order.items[2].units`), and what holds for it: "must be …; it is …". */
export type Problem = BrokenRule

/** What the site allows, and the moment and environment of the request. */
export type RequestRules = {
  readonly currencies: readonly Currency[]
  readonly now: Instant
  /** IANA name of the site's time zone, for dates without a time. */
  readonly timeZone: string
  /**
   * True: the request comes from a shop's plugin, which is installed as it is. Without level 3 data, items are only
   * shown: those that do not add up to the amount are noted instead of refused, since plugins leave shipping, tax or a
   * coupon out of them (the amount they sign is right), and figures are read as plugins write them. A trial amount of 0
   * means none.
   */
  readonly lenient?: boolean
}
