import { formatText, type I18n, type Language } from '#core/i18n'
import { brandRules, type CardBrand, i18nOf } from '#core/pages'
import { money } from '#kernel/base/money.ts'
import { type PdfColumn, type PdfPart, pdfMargins, writePdfDocument } from '#kernel/base/pdf-document.ts'
import { allScripts } from '#kernel/base/pdf-fonts.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type InvoiceDocument, isPrinted, numberOf } from './document.ts'
import type { DocumentId } from './ids.ts'
import { type InvoiceMessages, invoiceI18nOf } from './languages/index.ts'
import { requireDocument } from './store.ts'
import { totalsByRate } from './vat.ts'

/** An invoice or credit note on A4, in its language; the same document is always the same bytes. */
export const invoicePdf = (document: InvoiceDocument): AsyncGenerator<Buffer> =>
  writePdfDocument(aboutOf(document), partsOf(document))

function aboutOf(document: InvoiceDocument) {
  const { language, direction, messages } = invoiceI18nOf(document.language)
  const pageName = (page: number) => formatText(messages.page, { page: String(page) })
  return { title: documentTitle(document, document.language), language, direction, fonts: allScripts(), pageName }
}

/** The file of a document, whole, as an email carries it. */
export async function invoiceFile(
  db: Reader,
  id: DocumentId,
): Promise<{ name: string; type: string; content: Buffer<ArrayBuffer> }> {
  const document = await requireDocument(db, id)
  const parts = await Array.fromAsync(invoicePdf(document))
  return { name: fileNameOf(document), type: 'application/pdf', content: Buffer.concat(parts) }
}

/** The name of its file. */
export const fileNameOf = (document: InvoiceDocument): string =>
  `${document.kind === 'invoice' ? 'invoice' : 'credit-note'}-${numberOf(document).replaceAll('/', '-')}.pdf`

/** What it is called in a language: `Invoice F-41`. */
export const documentTitle = (
  document: Pick<InvoiceDocument, 'kind' | 'prefix' | 'number'>,
  language: Language,
): string => formatText(invoiceI18nOf(language).messages[document.kind], { number: numberOf(document) })

function* partsOf(document: InvoiceDocument): Generator<PdfPart> {
  const i18n = invoiceI18nOf(document.language)
  yield* headOf(document, i18n)
  yield* linesOf(document, i18n)
  yield* totalsOf(document, i18n)
  yield* footOf(document, i18n)
}

type Texts = I18n<InvoiceMessages>

function* headOf(document: InvoiceDocument, i18n: Texts): Generator<PdfPart> {
  const { content, buyer, issuedAt, paymentId } = document
  const { seller, orderNumber, credits, live } = content
  const { messages } = i18n
  yield { title: documentTitle(document, document.language) }
  if (!live) yield { line: i18nOf(document.language).messages.testMode, bold: true }
  if (credits)
    yield {
      line: formatText(messages.creditOf, { number: credits.number, date: dayOf(document, i18n, credits.issuedAt) }),
    }
  yield { line: formatText(messages.date, { date: dayOf(document, i18n, issuedAt.toString()) }) }
  if (orderNumber !== undefined) yield { line: formatText(messages.order, { order: orderNumber }) }
  yield { line: formatText(messages.payment, { payment: String(paymentId) }) }
  yield { gap: 12 }
  yield { line: seller.name, bold: true }
  for (const line of seller.address.split('\n')) yield { line }
  if (seller.vatId !== undefined) yield { line: formatText(messages.vatId, { number: seller.vatId }) }
  if (seller.registration !== undefined)
    yield { line: formatText(messages.registration, { number: seller.registration }) }
  yield { gap: 12 }
  const buyers = [buyer.name, ...buyer.address, buyer.email].filter((line) => line !== undefined)
  if (buyers.length > 0) yield { line: messages.buyer, bold: true }
  for (const line of buyers) yield { line }
  yield { gap: 14 }
}

const { left, right } = pdfMargins

function* linesOf({ content, amount }: InvoiceDocument, i18n: Texts): Generator<PdfPart> {
  const { what, units, unitPrice, rate, amount: amountName } = i18n.messages
  const columns: PdfColumn[] = [
    { name: what, x: left, width: right - left - 290 },
    { name: units, x: right - 228, align: 'right' },
    { name: unitPrice, x: right - 135, align: 'right' },
    { name: rate, x: right - 85, align: 'right' },
    { name: amountName, x: right, align: 'right' },
  ]
  yield { columns }
  const text = (minor: bigint) => i18n.money(money(minor, amount.currency))
  for (const line of content.lines.filter(isPrinted)) {
    const figures = [i18n.decimal(line.units), text(line.unitPrice), i18n.percent(line.vatPercent), text(line.minor)]
    yield { row: [line.name.trim(), ...figures] }
  }
  yield { gap: 12 }
}

/** The totals by rate, and the amount that was paid or goes back. */
function* totalsOf({ content, amount }: InvoiceDocument, i18n: Texts): Generator<PdfPart> {
  const { rate, net, vat, gross, total, included } = i18n.messages
  const text = (minor: bigint) => i18n.money(money(minor, amount.currency))
  yield {
    columns: [
      { name: rate, x: right - 330, align: 'right' },
      { name: net, x: right - 220, align: 'right' },
      { name: vat, x: right - 105, align: 'right' },
      { name: gross, x: right, align: 'right' },
    ],
  }
  for (const one of totalsByRate(content.lines))
    yield { row: [i18n.percent(one.vatPercent), text(one.net), text(one.vat), text(one.gross)] }
  const bold = (cell: string) => ({ text: cell, bold: true }) as const
  yield { row: [bold(total), undefined, undefined, bold(i18n.money(amount))] }
  yield { gap: 10 }
  yield { line: included }
}

function* footOf(document: InvoiceDocument, i18n: Texts): Generator<PdfPart> {
  const { kind, content } = document
  const { paid, returned } = i18n.messages
  const date = dayOf(document, i18n, content.movedAt)
  yield { line: formatText(kind === 'invoice' ? paid : returned, { date, card: cardText(content.card) }) }
  if (content.note === undefined) return
  yield { gap: 8 }
  for (const line of content.note.split('\n')) yield { line }
}

const cardText = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${Object.hasOwn(brandRules, brand) ? `${brandRules[brand as CardBrand].name} ` : ''}•••• ${last4}`

const dayOf = ({ content }: InvoiceDocument, i18n: Texts, moment: string): string =>
  i18n.date(Temporal.Instant.from(moment).toZonedDateTimeISO(content.timeZone).toPlainDate())
