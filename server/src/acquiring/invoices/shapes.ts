import { z } from 'zod'
import type { Invoicing, Site } from '#core/directory'
import { readLanguage } from '#core/i18n'
import { type Currency, formatMoney, money } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { nextNumber } from './change-invoicing.ts'
import type { InvoicesContext } from './context.ts'
import { documentKinds, type InvoiceDocument, isPrinted, numberOf } from './document.ts'
import { sellerOf } from './parties.ts'
import { listParked } from './request-store.ts'
import { totalsByRate } from './vat.ts'

const amountShape = z.string().meta({ description: 'A decimal text such as 100.00.' })

const sellerShape = z.strictObject({
  name: z.string(),
  address: z.string(),
  vatId: z.string().optional(),
  registration: z.string().optional(),
})

export const invoicingShape = z.strictObject({
  siteId: z.string(),
  active: z.boolean().meta({ description: 'New payments have invoices.' }),
  seller: sellerShape.optional().meta({ description: 'As it is printed: as set here, or else the merchant.' }),
  sellerName: z.string().optional().meta({ description: 'Absent: the merchant sells, by its legal name.' }),
  sellerAddress: z.string().optional(),
  vatId: z.string().optional(),
  registration: z.string().optional(),
  prefix: z.string().optional(),
  creditPrefix: z.string().optional(),
  firstNumber: z.int().optional().meta({ description: 'With which the documents of a new prefix begin.' }),
  vatPercent: z.string().optional().meta({ description: 'Of lines without a rate of their own.' }),
  note: z.string().optional(),
  toCustomers: z
    .boolean()
    .optional()
    .meta({ description: 'Where an order has no invoiceEmail, the customer receives its invoices.' }),
  nextInvoice: z.string().optional(),
  nextCreditNote: z.string().optional(),
  parked: z.int().meta({ description: 'Documents that could not be made, and wait for a person.' }),
})

/** How a site makes invoices, and what the next ones will be called. */
export async function invoicingRecord(
  ctx: Pick<InvoicesContext, 'db' | 'directory'>,
  site: Site,
): Promise<z.output<typeof invoicingShape>> {
  const { invoicing, language } = site
  const [nextInvoice, nextCreditNote, merchant, { total: parked }] = await Promise.all([
    nextNumber(ctx, site, 'invoice'),
    nextNumber(ctx, site, 'creditNote'),
    ctx.directory.merchant(site.merchantId),
    listParked(ctx.db, { siteIds: [site.id] }, { page: 1, size: 1 }),
  ])
  const seller = invoicing && merchant && sellerOf(invoicing, merchant, readLanguage(language) ?? 'en')
  const { active = false, ...fields }: Partial<Invoicing> = invoicing ?? {}
  const known = { ...present(fields), ...present({ nextInvoice, nextCreditNote }) }
  return { siteId: String(site.id), active, ...(seller && { seller: present(seller) }), ...known, parked }
}

const present = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

export const documentShape = z.strictObject({
  id: z.string(),
  kind: z.enum(documentKinds),
  number: z.string(),
  siteId: z.string(),
  orderId: z.string(),
  paymentId: z.string(),
  transactionId: z.string().meta({ description: 'What moved the money: the payment, a refund or a chargeback.' }),
  invoiceId: z.string().optional().meta({ description: 'Of a credit note.' }),
  currency: z.string(),
  amount: amountShape,
  vat: amountShape,
  buyer: z.string().optional(),
  issuedAt: momentShape,
})

export const documentRecord = (one: InvoiceDocument): z.output<typeof documentShape> => ({
  id: String(one.id),
  kind: one.kind,
  number: numberOf(one),
  siteId: String(one.siteId),
  orderId: String(one.orderId),
  paymentId: String(one.paymentId),
  transactionId: String(one.transactionId),
  ...(one.invoiceId !== undefined && { invoiceId: String(one.invoiceId) }),
  currency: one.amount.currency,
  amount: formatMoney(one.amount),
  vat: formatMoney(one.vat),
  ...(one.buyer.name !== undefined && { buyer: one.buyer.name }),
  issuedAt: momentText(one.issuedAt),
})

const lineShape = z.strictObject({
  name: z.string(),
  units: z.string(),
  unitPrice: amountShape,
  vatPercent: z.string(),
  amount: amountShape,
  vat: amountShape,
})
const rateShape = z.strictObject({ vatPercent: z.string(), net: amountShape, vat: amountShape, gross: amountShape })

export const wholeDocumentShape = documentShape.extend({
  language: z.string(),
  seller: sellerShape,
  buyerAddress: z.array(z.string()),
  buyerEmail: z.string().optional(),
  lines: z.array(lineShape),
  rates: z.array(rateShape),
  card: z.string(),
  orderNumber: z.string().optional(),
  credits: z.string().optional().meta({ description: 'The number of the invoice that a credit note is of.' }),
  note: z.string().optional(),
})

/** All that is printed on a document. */
export function wholeDocumentRecord(one: InvoiceDocument): z.output<typeof wholeDocumentShape> {
  const { content, buyer, language, amount } = one
  const { seller, card, orderNumber, credits, note } = content
  const text = amountIn(amount.currency)
  return {
    ...documentRecord(one),
    language,
    seller,
    buyerAddress: [...buyer.address],
    ...(buyer.email !== undefined && { buyerEmail: buyer.email }),
    lines: content.lines.filter(isPrinted).map(({ name, units, unitPrice, vatPercent, minor, vatMinor }) => ({
      name,
      units,
      unitPrice: text(unitPrice),
      vatPercent,
      amount: text(minor),
      vat: text(vatMinor),
    })),
    rates: totalsByRate(content.lines).map(({ vatPercent, net, vat, gross }) => ({
      vatPercent,
      net: text(net),
      vat: text(vat),
      gross: text(gross),
    })),
    card: `${card.brand} ${card.last4}`,
    ...(orderNumber !== undefined && { orderNumber }),
    ...(credits && { credits: credits.number }),
    ...(note !== undefined && { note }),
  }
}

const amountIn =
  (currency: Currency) =>
  (minor: bigint): string =>
    formatMoney(money(minor, currency))
