import { z } from 'zod'
import { formatMoney, subtract } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { BillingDetails } from './billing-details.ts'
import { feeKinds } from './fee-line.ts'
import { type FeeInvoice, isCreditNote } from './invoice.ts'
import type { showInvoice } from './show-invoice.ts'

const amount = (description: string) => z.string().meta({ description })

export const invoiceShape = z.strictObject({
  id: z.string(),
  number: z.string().meta({ description: 'Without gaps within a year.', examples: ['F-2026-000123'] }),
  kind: z.enum(['invoice', 'creditNote']),
  merchantId: z.string(),
  month: z.string().meta({ description: 'Whose fees it is for.', examples: ['2026-05'] }),
  currency: z.string(),
  net: amount('Without VAT.'),
  vat: amount('In the total.'),
  vatBasisPoints: z.int(),
  total: amount('What was deducted from the balance: nothing is due. Below zero on a credit note.'),
  issuedAt: momentShape,
  issuedBy: z.string(),
})

export const invoiceRecord = (invoice: FeeInvoice): z.output<typeof invoiceShape> => ({
  id: String(invoice.id),
  number: invoice.number,
  kind: isCreditNote(invoice) ? 'creditNote' : 'invoice',
  merchantId: String(invoice.merchantId),
  month: invoice.month,
  currency: invoice.currency,
  net: formatMoney(subtract(invoice.total, invoice.vat)),
  vat: formatMoney(invoice.vat),
  vatBasisPoints: invoice.vatBasisPoints,
  total: formatMoney(invoice.total),
  issuedAt: momentText(invoice.issuedAt),
  issuedBy: invoice.issuedBy,
})

const partyShape = z.strictObject({
  name: z.string(),
  address: z.string().meta({ description: 'Lines.' }),
  country: z.string(),
  vatId: z.string().nullable(),
})

export const wholeInvoiceShape = invoiceShape.extend({
  seller: partyShape,
  buyer: partyShape,
  note: z.string().optional(),
  credits: z.string().optional().meta({ description: 'The number of the invoice that this credit note is of.' }),
  creditedBy: z.string().optional().meta({ description: 'The number of the credit note of it.' }),
  lines: z.array(
    z.strictObject({
      siteId: z.string(),
      kind: z.enum(feeKinds).meta({ description: 'returned: with refunds and cancellations' }),
      basisPoints: z.int().optional().meta({ description: 'Of a percentage.' }),
      payments: z.int(),
      base: amount('What was captured; of what was returned, what was refunded or cancelled.'),
      amount: amount('With VAT.'),
    }),
  ),
})

export const wholeInvoiceRecord = ({
  invoice,
  lines,
  credits,
  creditedBy,
}: Awaited<ReturnType<typeof showInvoice>>): z.output<typeof wholeInvoiceShape> => ({
  ...invoiceRecord(invoice),
  seller: invoice.seller,
  buyer: invoice.buyer,
  ...(invoice.note !== undefined && { note: invoice.note }),
  ...(credits !== undefined && { credits }),
  ...(creditedBy !== undefined && { creditedBy }),
  lines: lines.map(({ siteId, kind, basisPoints, payments, base, amount: minor }) => ({
    siteId: String(siteId),
    kind,
    ...(basisPoints !== undefined && { basisPoints }),
    payments,
    base: formatMoney(base),
    amount: formatMoney(minor),
  })),
})

export const madeShape = z.strictObject({
  month: z.string(),
  numbers: z.array(z.string()),
  withoutDetails: z
    .array(z.string())
    .meta({ description: 'Merchants that paid fees and have no billing details: no invoice is made for them.' }),
})

export const billingDetailsShape = z.strictObject({
  merchantId: z.string(),
  legalName: z.string(),
  address: z.string().meta({ description: 'Lines.' }),
  country: z.string(),
  vatId: z.string().nullable(),
  vatBasisPoints: z.int().meta({ description: 'The VAT that is in the fees.' }),
  note: z.string().nullable().meta({ description: 'On each invoice, such as why there is no VAT.' }),
})

export const billingDetailsRecord = (
  merchantId: number,
  { legalName, address, country, vatId, vatBasisPoints, note }: BillingDetails,
): z.output<typeof billingDetailsShape> => ({
  merchantId: String(merchantId),
  legalName,
  address,
  country,
  vatId,
  vatBasisPoints,
  note,
})
