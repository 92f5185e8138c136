import type { MerchantId } from '#core/directory'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency, Money } from '#kernel/base/money.ts'

export type FeeInvoiceId = Brand<bigint, 'FeeInvoiceId'>

/** Who sells or buys, as an invoice says it. The address has lines. */
export type Party = { name: string; address: string; country: string; vatId: string | null }

/** An invoice for the fees of a month, or the credit note of one. It never changes. */
export type FeeInvoice = {
  id: FeeInvoiceId
  /** `F-2026-000123` */
  number: string
  merchantId: MerchantId
  currency: Currency
  /** `2026-05` */
  month: string
  attempt: number
  /** Of a credit note. */
  creditsId: FeeInvoiceId | undefined
  periodFrom: Instant
  periodUntil: Instant
  seller: Party
  buyer: Party
  /** With VAT: what was deducted from the balance. Below zero when more was returned than taken. */
  total: Money
  vatBasisPoints: number
  /** Of the total. */
  vat: Money
  note: string | undefined
  issuedBy: string
  issuedAt: Instant
}

/** By which people and the books of the operator name it: without gaps within a year. */
export const numberOf = (year: number, sequence: number): string => `F-${year}-${String(sequence).padStart(6, '0')}`

/** The VAT that is in an amount, rounded half up. */
export function vatIn({ minor, currency }: Money, basisPoints: number): Money {
  const [rate, whole] = [BigInt(basisPoints), 10_000n + BigInt(basisPoints)]
  const size = minor < 0n ? -minor : minor
  const vat = (2n * size * rate + whole) / (2n * whole)
  return { minor: minor < 0n ? -vat : vat, currency }
}

/** The period of an invoice: `from` is in it, `until` is not. */
export type Period = { from: Instant; until: Instant }

/** The first moment of a month where the seller is, and that of the next one. */
export function momentsOfMonth(month: string, timeZone: string): Period {
  const first = Temporal.PlainYearMonth.from(month)
  const begins = (one: Temporal.PlainYearMonth): Instant =>
    one.toPlainDate({ day: 1 }).toZonedDateTime(timeZone).toInstant()
  return { from: begins(first), until: begins(first.add({ months: 1 })) }
}

/** A month in which more fees were returned than taken has a credit note too, of no invoice. */
export const isCreditNote = ({ creditsId, total }: FeeInvoice): boolean => creditsId !== undefined || total.minor < 0n
