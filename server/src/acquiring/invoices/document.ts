import type { OrderId, PaymentId, ShopperId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { DocumentId, RequestId } from './ids.ts'

export const documentKinds = ['invoice', 'creditNote'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** An invoice of a site, or a credit note of one: all that is printed on it. It never changes. */
export type InvoiceDocument = {
  id: DocumentId
  requestId: RequestId
  kind: DocumentKind
  siteId: SiteId
  prefix: string
  number: number
  orderId: OrderId
  shopperId: ShopperId
  paymentId: PaymentId
  /** What moved the money: the payment itself, a refund, a chargeback or a representment. */
  transactionId: PaymentId
  /** Of a credit note. */
  invoiceId: DocumentId | undefined
  nth: number | undefined
  /** What was paid or goes back, VAT included. */
  amount: Money
  vat: Money
  language: Language
  content: DocumentContent
  buyer: Buyer
  issuedAt: Instant
}

export type DocumentContent = {
  seller: { name: string; address: string; vatId?: string | undefined; registration?: string | undefined }
  lines: readonly DocumentLine[]
  card: { brand: string; last4: string }
  /** In which days and times are written. */
  timeZone: string
  live: boolean
  /** When the money moved. */
  movedAt: string
  /** The store's number of the order, where its shopper has seen it. */
  orderNumber?: string | undefined
  note?: string | undefined
  /** Of a credit note: the invoice as it is printed. */
  credits?: { number: string; issuedAt: string } | undefined
}

/** Prices include VAT. */
export type DocumentLine = {
  name: string
  /** Decimal text. */
  units: string
  unitPrice: bigint
  vatPercent: string
  minor: bigint
  vatMinor: bigint
}

/** Who has paid, as far as the store has told. */
export type Buyer = { name?: string | undefined; address: readonly string[]; email?: string | undefined }

/** The number as it is printed. */
export const numberOf = ({ prefix, number }: Pick<InvoiceDocument, 'prefix' | 'number'>): string => `${prefix}${number}`

/** Amounts in minor units, as text. */
export type StoredContent = Omit<DocumentContent, 'lines'> & { lines: readonly StoredLine[] }
type StoredLine = { [Field in keyof DocumentLine]: string }

/** A credit note has every line of its invoice, also those of which nothing is credited. */
export const isPrinted = ({ minor, vatMinor }: Pick<DocumentLine, 'minor' | 'vatMinor'>): boolean =>
  minor !== 0n || vatMinor !== 0n
