import type { Order } from '#acquiring/orders'
import type { Transaction } from '#acquiring/payments'
import type { Shopper } from '#acquiring/shoppers'
import type { Invoicing, Merchant, Site } from '#core/directory'
import { type Language, readLanguage } from '#core/i18n'
import { money } from '#kernel/base/money.ts'
import { type DocumentContent, type DocumentLine, type InvoiceDocument, numberOf } from './document.ts'
import { buyerOf, type Seller, sellerOf } from './parties.ts'
import type { DocumentRequest } from './request-store.ts'
import { creditOf, vatOf } from './vat.ts'

/** All that a document is made of. */
export type Facts = {
  request: DocumentRequest
  order: Order
  shopper: Shopper
  /** What moved the money. */
  transaction: Transaction
  /** Of the same payment, oldest first. */
  documents: readonly InvoiceDocument[]
  /** Of a representment or a reinstatement: the chargeback or the refund that it makes undone. */
  undone: Transaction | undefined
  /** The store's number of the order, where its shopper has seen it. */
  orderNumber: string | undefined
}

/** A document that has no number yet. */
export type Draft = Omit<InvoiceDocument, 'id' | 'prefix' | 'number' | 'issuedAt'>

/** Who makes a document. */
export type Maker = { site: Site; merchant: Merchant; invoicing: Invoicing }

/** What is to be issued for a request: nothing, where there is nothing to credit. */
export function draftsOf(maker: Maker, facts: Facts): Draft[] {
  const { request, transaction } = facts
  if (request.kind === 'creditNote') return creditNotesOf(facts, transaction.captured.minor)
  const lines = facts.undone ? linesCredited(facts) : linesOf(maker, facts)
  return lines.length === 0 ? [] : [invoiceOf(maker, facts, lines)]
}

function invoiceOf(maker: Maker, facts: Facts, lines: readonly DocumentLine[]): Draft {
  const { site, invoicing } = maker
  const { request, order, shopper, transaction, orderNumber } = facts
  const { brand, last4 } = transaction.card
  const language = readLanguage(order.language) ?? readLanguage(site.language) ?? 'en'
  const content: DocumentContent = {
    seller: requireSeller(maker, language),
    lines,
    card: { brand, last4 },
    timeZone: site.timeZone,
    live: site.live,
    movedAt: request.madeAt.toString(),
    orderNumber,
    note: invoicing.note,
  }
  return {
    ...namesOf(facts),
    kind: 'invoice',
    invoiceId: undefined,
    nth: undefined,
    ...sumOf(lines, transaction.captured.currency),
    language,
    content,
    buyer: buyerOf(shopper, language),
  }
}

/** Names, for an operator, what is missing. */
function requireSeller({ site, merchant, invoicing }: Maker, language: Language): Seller {
  const seller = sellerOf(invoicing, merchant, language)
  if (!seller)
    throw new Error(`site ${site.id} names no seller, and merchant ${merchant.id} has no legal name and address`)
  return seller
}

const namesOf = ({ request, order }: Facts) => ({
  requestId: request.id,
  siteId: request.siteId,
  orderId: request.orderId,
  shopperId: order.shopperId,
  paymentId: request.paymentId,
  transactionId: request.transactionId,
})

const sumOf = (lines: readonly DocumentLine[], currency: InvoiceDocument['amount']['currency']) => ({
  amount: money(
    lines.reduce((sum, { minor }) => sum + minor, 0n),
    currency,
  ),
  vat: money(
    lines.reduce((sum, { vatMinor }) => sum + vatMinor, 0n),
    currency,
  ),
})

/** The items of the order where they add up to what was paid, or else one line. */
function linesOf({ invoicing }: Maker, { order, transaction }: Facts): DocumentLine[] {
  const paid = transaction.captured
  const items = order.items.map(({ name, units, unitPrice, total, vatPercent = invoicing.vatPercent }) => ({
    name,
    units,
    unitPrice: unitPrice.minor,
    vatPercent,
    minor: total.minor,
  }))
  const addUp = items.length > 0 && items.reduce((sum, { minor }) => sum + minor, 0n) === paid.minor
  const { vatPercent } = invoicing
  const { minor } = paid
  const lines = addUp
    ? items
    : [{ name: transaction.description, units: '1', unitPrice: minor, vatPercent: rateOf(order, vatPercent), minor }]
  const vat = vatOf(lines)
  return lines.map((line, at) => ({ ...line, vatMinor: vat[at]! }))
}

/** What is not itemized has the rate of the items where they all have one, or else that of the site. */
function rateOf({ items }: Order, usual: string): string {
  const rates = new Set(items.map(({ vatPercent = usual }) => vatPercent))
  return rates.size === 1 ? [...rates][0]! : usual
}

/** A credit note for each invoice of the payment of which something is left, the oldest first. */
function creditNotesOf(facts: Facts, minor: bigint): Draft[] {
  let open = minor
  return facts.documents
    .filter(({ kind }) => kind === 'invoice')
    .flatMap((invoice) => {
      const earlier = facts.documents.filter(({ invoiceId }) => invoiceId === invoice.id)
      const left = leftOf(invoice, earlier)
      const whole = left.reduce((sum, line) => sum + line.minor, 0n)
      const part = open < whole ? open : whole
      open -= part
      return part === 0n ? [] : [creditNoteOf(facts, invoice, { left, part, nth: earlier.length + 1 })]
    })
}

/** The lines of an invoice less what was credited of each. */
const leftOf = ({ content }: InvoiceDocument, creditNotes: readonly InvoiceDocument[]): DocumentLine[] =>
  content.lines.map((line, at) =>
    creditNotes.reduce(
      ({ minor, vatMinor, ...rest }, { content: { lines } }) => ({
        ...rest,
        minor: minor - lines[at]!.minor,
        vatMinor: vatMinor - lines[at]!.vatMinor,
      }),
      line,
    ),
  )

type Credit = { left: readonly DocumentLine[]; part: bigint; nth: number }

/** It has every line of the invoice, also those of which nothing is credited. */
function creditNoteOf(facts: Facts, invoice: InvoiceDocument, { left, part, nth }: Credit): Draft {
  const credit = creditOf(left, part)
  const lines = invoice.content.lines.map((line, at): DocumentLine => {
    const { minor, vatMinor } = credit[at]!
    return minor === line.minor ? { ...line, vatMinor } : { ...line, units: '1', unitPrice: minor, minor, vatMinor }
  })
  const { card } = facts.transaction
  return {
    ...namesOf(facts),
    kind: 'creditNote',
    invoiceId: invoice.id,
    nth,
    ...sumOf(lines, invoice.amount.currency),
    language: invoice.language,
    content: {
      ...invoice.content,
      lines,
      card: { brand: card.brand, last4: card.last4 },
      movedAt: facts.request.madeAt.toString(),
      credits: { number: numberOf(invoice), issuedAt: invoice.issuedAt.toString() },
    },
    buyer: invoice.buyer,
  }
}

/** What the credit notes of a lost chargeback had, when the dispute is won after all, or those of a refund that came back. */
const linesCredited = ({ documents, undone }: Facts): DocumentLine[] =>
  documents
    .filter(({ kind, transactionId }) => kind === 'creditNote' && transactionId === undone?.id)
    .flatMap(({ content }) => content.lines)
    .filter(({ minor, vatMinor }) => minor !== 0n || vatMinor !== 0n)
