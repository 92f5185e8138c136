/**
 * An amount of money in the order's currency, at most two decimals. Text is safest: '100.00' keeps its digits exactly.
 * A number must already be an exact amount: 0.1 + 0.2 is refused, because it is not 0.3.
 */
export type Amount = number | string

export type Currency = 'USD' | 'EUR' | 'GBP' | 'CHF' | 'RON' | 'ILS'
/** Languages of the payment page. */
export type Language = 'en' | 'fr' | 'de' | 'ro' | 'es' | 'it' | 'ru' | 'el' | 'he'

/** The payment that the shopper makes. It is signed, so the browser that carries it cannot change it. */
export type CheckoutRequest = {
  /** The site that receives the payment. Needed when you have several; `publicKey` may be sent instead. */
  siteId?: number
  /** `pk_test_<siteId>` or `pk_live_<siteId>`. */
  publicKey?: string
  customer?: Customer
  order?: Order
  /** Where the invoice is sent. At most 150 characters. */
  invoiceEmail?: string
  /**
   * `authAndCapture` takes the money at once and is the standard. `auth` only reserves it, until you capture.
   * `verifyCard` proves and stores a card without charging it: the amount is 0 and `saveCard` must be true. `credit`
   * pays out.
   */
  cardTransactionMode?: 'auth' | 'authAndCapture' | 'verifyCard' | 'credit'
  /** Stores the card. Its `cardId` comes back in the notification. */
  saveCard?: boolean
  /** Pays with a stored card of this customer. */
  cardId?: number
  /** Where the browser returns to with the result; its query string is kept. At most 250 characters. */
  backUrl?: string
  /** Yours; it comes back in the notifications with the same type. An object may nest one level. */
  customData?: string | { readonly [name: string]: string | { readonly [name: string]: string } }
  /** What you know of the browser and the cardholder. It replaces what the payment page would collect itself. */
  threeDSecureData?: ThreeDSecureData
  transactionOption?: TransactionOption
}

export type Customer = {
  /**
   * Your own, stable identifier of the customer; stored cards belong to it. At most 92 of `0-9 a-z - _ . @` and spaces.
   */
  identifier: string
  /** At most 150 characters. */
  email: string
  /** At most 100 characters. */
  firstName?: string
  /** At most 100 characters. */
  lastName?: string
  /** Two letters, ISO 3166-1. */
  country?: string
  /** ISO 3166-2, for the United States and Canada only. */
  state?: string
  /** At most 100 characters. */
  city?: string
  /** At most 150 characters. */
  address?: string
  /** At most 100 of `0-9 a-z -` and spaces. */
  zipCode?: string
  /** At most 16 digits; a leading plus is welcome. */
  phone?: string
  /** Each at most 100 of `0-9 a-z - _ .`, and each once. */
  tags?: readonly string[]
}

export type Order = OneOffOrder | RecurringOrder

/** `purchase` is paid once; `managed` is billed again on your request; `credit` is a payout. */
export type OneOffOrder = OrderFields & { type: 'purchase' | 'managed' | 'credit' }

/** Billed by itself at an interval: `month` and 3 bill every three months. */
export type RecurringOrder = OrderFields & {
  type: 'recurring'
  intervalType: 'day' | 'month'
  /** 1 to 365. */
  intervalValue: number
}

type OrderFields = {
  /** Your own number of the order, new for each order. At most 32 of `A-Z a-z 0-9 _ - .`. */
  orderId: string
  amount: Amount
  currency: Currency
  /** Required unless `items` are given. */
  description?: string
  /** At least one when present. Unit price times units, summed, is the amount of the order. */
  items?: readonly OrderItem[]
  /** The first charge when it differs from `amount`. Never zero; it also proves and stores the card. */
  trialAmount?: Amount
  /** First regular billing, ISO 8601 with an offset, in the future. Needs a `trialAmount`. */
  firstBillDate?: string
  /** When a failed billing is tried again: ISO 8601 durations with commas, such as `P1D,P3D,P7D`. */
  retryPayment?: string
  /** From then on the page takes no payment: ISO 8601 with an offset. */
  expiresAt?: string
  /** Each at most 100 of `0-9 a-z - _ .`, and each once. */
  tags?: readonly string[]
  /** Which of the two level 3 objects is given. */
  level3Type?: 'airline' | 'tourism'
  level3Airline?: Level3Airline
  level3Tourism?: Level3Tourism
}

/** A line of the cart. The last four fields may be left out. */
export type OrderItem = {
  /** At most 512 characters. */
  item: string
  /** May be negative: a discount is a line of its own. */
  unitPrice: Amount
  /** Greater than zero. */
  units: number
  type?: 'physical' | 'digital'
  /** At most 64 characters. */
  code?: string
  /** Zero or more. */
  vatPercent?: number
  /** At most 500 characters. */
  itemDescription?: string
}

/** A flight, for card networks that price by it. Dates are ISO 8601. */
export type Level3Airline = {
  /** At most 64 characters. */
  ticketNumber?: string
  /** At most 512 characters. */
  passengerName?: string
  /** At most 64 characters. */
  flightNumber?: string
  departureDate?: string
  /** Three letters. */
  departureAirportCode?: string
  /** Three letters. */
  arrivalAirportCode?: string
  /** At most 32 characters. */
  carrierCode?: string
  /** At most 32 characters. */
  travelAgencyCode?: string
  /** At most 512 characters. */
  travelAgencyName?: string
}

/** A journey, for card networks that price by it. Dates are ISO 8601. */
export type Level3Tourism = {
  /** At most 64 characters. */
  tourNumber?: string
  /** At most 512 characters. */
  travellerName?: string
  departureDate?: string
  returnDate?: string
  /** At most 32 characters. */
  travelAgencyCode?: string
  /** At most 512 characters. */
  travelAgencyName?: string
}

export type TransactionOption = {
  splitPayment?: SplitPayment
  digitalWallet?: { walletType: string; data: string }
  /** `yes` sends a payment again that was softly declined (code 839), so that the cardholder is challenged. */
  isSoftDecline?: 'yes'
  subMerchantId?: string
}

/**
 * Shares of the payment that go to other sites; together at most the amount of the payment. A share may be split again.
 */
export type SplitPayment = {
  splitSchema: readonly { toSite: number; amount: Amount; description?: string; splitPayment?: SplitPayment }[]
}

export type ThreeDSecureData = {
  browserAcceptHeader?: string
  browserIP?: string
  browserJavaEnabled?: boolean
  browserJavaScriptEnabled?: boolean
  /** At most 8 characters, such as `en-GB`. */
  browserLanguage?: string
  browserColorDepth?: string
  browserScreenHeight?: string
  browserScreenWidth?: string
  /** Minutes between UTC and local time, signed, as `Date.prototype.getTimezoneOffset` returns them. */
  browserTZ?: string
  browserUserAgent?: string
  /** 2 to 45 characters. */
  cardholderName?: string
  Email?: string
  homePhone?: PhoneNumber
  mobilePhone?: PhoneNumber
  workPhone?: PhoneNumber
  billAddrCity?: string
  billAddrLine1?: string
  billAddrLine2?: string
  billAddrLine3?: string
  /** Three digits, ISO 3166-1 numeric. */
  billAddrCountry?: string
  billAddrPostCode?: string
  billAddrState?: string
  shipAddrCity?: string
  shipAddrLine1?: string
  shipAddrLine2?: string
  shipAddrLine3?: string
  shipAddrCountry?: string
  shipAddrPostCode?: string
  shipAddrState?: string
  /** Whether the goods go to the billing address. */
  addrMatch?: 'Y' | 'N'
}

/** Country code of 1 to 3 digits, and at most 15 digits. */
export type PhoneNumber = { cc: string; subscriber: string }
