import { formatMoney, type Money, subtract } from '#kernel/base/money.ts'
import { type PdfCell, type PdfColumn, type PdfPart, pdfMargins, writePdfDocument } from '#kernel/base/pdf-document.ts'
import { percentText } from '#kernel/base/percent.ts'
import type { FeeLine } from './fee-line.ts'
import { type FeeInvoice, isCreditNote, type Party } from './invoice.ts'

export type WholeInvoice = {
  invoice: FeeInvoice
  lines: readonly FeeLine[]
  /** The number of the invoice that a credit note credits. */
  credits: string | undefined
}

/** The invoice for people, in English, on A4. */
export const invoicePdf = (whole: WholeInvoice): AsyncGenerator<Buffer> =>
  writePdfDocument({ title: titleOf(whole.invoice), language: 'en' }, partsOf(whole))

const titleOf = (invoice: FeeInvoice): string =>
  `${isCreditNote(invoice) ? 'Credit note' : 'Invoice'} ${invoice.number}`

function* partsOf({ invoice, lines, credits }: WholeInvoice): Generator<PdfPart> {
  const { month, currency, seller, buyer, total, vat, vatBasisPoints, note, issuedAt, merchantId } = invoice
  yield { title: titleOf(invoice) }
  yield { line: `Issued on ${issuedAt.toString().slice(0, 10)}` }
  yield { line: `Payment fees of ${month}, merchant ${merchantId}` }
  if (credits !== undefined) yield { line: `Credits invoice ${credits} as a whole` }
  yield { gap: 12 }
  yield* partyLines('Seller', seller)
  yield { gap: 12 }
  yield* partyLines('Invoiced to', buyer)
  yield { gap: 18 }
  yield { columns: columnsIn(currency) }
  for (const line of lines) yield { row: rowOf(line) }
  yield { gap: 6 }
  yield { row: sumRow(`Net ${currency}`, subtract(total, vat)) }
  yield { row: sumRow(`VAT ${percentText(vatBasisPoints)}`, vat) }
  yield { row: sumRow(`Total ${currency}`, total) }
  yield { gap: 18 }
  yield { line: 'Paid by deduction: these fees were taken from your balance when they arose. Nothing is due.' }
  yield { line: 'Amounts of lines have the VAT in them.' }
  if (note !== undefined) yield { line: note }
}

function* partyLines(what: string, { name, address, country, vatId }: Party): Generator<PdfPart> {
  yield { line: what, bold: true }
  yield { line: name }
  for (const line of address.split('\n')) yield { line }
  yield { line: country }
  if (vatId !== null) yield { line: `VAT id ${vatId}` }
}

const { left, right } = pdfMargins
const columnsIn = (currency: string): readonly PdfColumn[] => [
  { name: 'Site', x: left },
  { name: 'For', x: left + 60, width: 200 },
  { name: 'Payments', x: right - 190, align: 'right' },
  { name: 'Of', x: right - 90, align: 'right' },
  { name: `Amount ${currency}`, x: right, align: 'right' },
]

const rowOf = ({ siteId, kind, basisPoints, payments, base, amount }: FeeLine): PdfCell[] => [
  String(siteId),
  lineText(kind, basisPoints),
  String(payments),
  kind === 'fixed' ? undefined : formatMoney(base),
  formatMoney(amount),
]

const lineText = (kind: FeeLine['kind'], basisPoints: number | undefined): string =>
  ({
    percentage: `Payments, ${percentText(basisPoints ?? 0)}`,
    fixed: 'Payments, fixed fees',
    returned: 'Fees returned with refunds and cancellations',
  })[kind]

const sumRow = (name: string, amount: Money): PdfCell[] => [
  undefined,
  { text: name, bold: true },
  undefined,
  undefined,
  formatMoney(amount),
]
