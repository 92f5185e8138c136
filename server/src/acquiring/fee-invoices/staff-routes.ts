import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { merchantInScope, ofMerchants } from '#acquiring/merchant-payouts'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  refuseWhatChanged,
  type StaffCaller,
  type StaffRoute,
  seenField,
  seesMerchant,
  staffFile,
  staffRoute,
  type TableListParts,
  tableList,
  waitingShape,
  waitsFor,
} from '#core/access'
import { readId } from '#kernel/base/id.ts'
import { ledBy } from '#kernel/db/keyset-parts.ts'
import { clearable, country, oneOf, optional, text, wholeNumber } from '#kernel/http/field.ts'
import { currencyWords } from '#kernel/http/filter.ts'
import { billingDetailsOf } from './billing-details.ts'
import { changeBillingByHand } from './change-billing-by-hand.ts'
import type { ByHandContext, FeeInvoicesContext } from './context.ts'
import { creditInvoiceByHand } from './credit-by-hand.ts'
import type { FeeInvoice, FeeInvoiceId } from './invoice.ts'
import { invoiceActions, invoiceGuards } from './invoice-actions.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { makeInvoicesByHand } from './make-invoices-by-hand.ts'
import { refuse } from './refusals.ts'
import {
  billingDetailsRecord,
  billingDetailsShape,
  invoiceRecord,
  invoiceShape,
  madeShape,
  wholeInvoiceRecord,
  wholeInvoiceShape,
} from './shapes.ts'
import { showInvoice } from './show-invoice.ts'
import { findInvoice, invoiceOf } from './store.ts'

const group = 'Fee invoices'
const oneParams = z.object({ invoiceId: z.string() })
const monthField = text({ max: 7, what: 'a month, such as 2026-05' })

/** What `florin fee-invoice` and `florin merchant billing-details` do, for programs. */
export const feeInvoiceStaffRoutes = (ctx: ByHandContext & TableListParts): StaffRoute[] => [
  ...listRoutes(ctx),
  ...readingRoutes(ctx),
  staffRoute({
    method: 'POST',
    path: '/fee-invoices',
    operationId: 'makeFeeInvoices',
    group,
    summary: 'Make the fee invoices of a month that are not there yet',
    about:
      'After billing details were set, or an invoice was credited. The schedule makes all others. Where `FLORIN_APPROVALS` has `fee-invoices:create`, another person approves it first.',
    caller: 'operator',
    permission: 'fee-invoices:create',
    body: z.object({ ...reasonField, month: monthField }),
    reply: madeShape,
    accepted: waitingShape,
    run: async ({ caller, ip, body, once }) => {
      const by = authorOf({ caller, ip, body })
      const { made, waits } = await makeInvoicesByHand(ctx, { by, month: body.month, once })
      if (waits) return waitsFor(waits)
      const { month, numbers, withoutDetails } = made
      return { month, numbers: [...numbers], withoutDetails: withoutDetails.map(String) }
    },
  }),
  staffRoute({
    method: 'POST',
    path: '/fee-invoices/:invoiceId/credit',
    operationId: 'creditFeeInvoice',
    group,
    summary: 'Credit a fee invoice',
    about: 'As a whole, and once. No money moves. Then its month can be invoiced again.',
    caller: 'operator',
    permission: 'fee-invoices:credit',
    params: oneParams,
    status: 201,
    repeated: 'stored',
    body: z.object({ ...reasonField }),
    reply: invoiceShape,
    accepted: waitingShape,
    run: async ({ caller, params, ip, body, once }) => {
      const { id } = await invoiceFor(ctx, caller, params.invoiceId)
      const { note, waits } = await creditInvoiceByHand(ctx, { by: authorOf({ caller, ip, body }), id, once })
      return waits ? waitsFor(waits) : invoiceRecord(note)
    },
    recover: recoverWaiting(ctx, async (caller, id) => invoiceRecord(await invoiceFor(ctx, caller, id))),
  }),
  ...detailsRoutes(ctx),
]

const kinds = ['invoice', 'creditNote'] as const

const listRoutes = (parts: TableListParts): StaffRoute[] =>
  tableList(parts, {
    name: 'fee-invoices',
    operations: { list: 'listFeeInvoices', export: 'exportFeeInvoices' },
    group,
    permission: 'settlements:read',
    summary: "Invoices and credit notes for the platform's fees, newest first",
    table: 'fee_invoices.invoices',
    madeAt: 'issued_at',
    filters: {
      ...ofMerchants.filters,
      month: optional(monthField),
      kind: optional(oneOf(kinds)),
      currency: currencyWords(),
      text: optional(text({ max: 30, min: 2, what: 'a part of a number such as F-2026-000123' })).meta({
        description: 'Part of the number. No index has it.',
      }),
    },
    shape: invoiceShape,
    record: invoiceRecord,
    whose: ofMerchants.whose,
    selected: ({ month, kind, currency, text }) => ({
      narrowed: month === undefined ? [] : [ledBy('month', 'text', [month])],
      conditions: [
        // What `isCreditNote` says of one.
        ...(kind ? [sql<SqlBool>`(entry.credits_id is not null or entry.minor < 0) = ${kind === 'creditNote'}`] : []),
        ...(currency ? [sql<SqlBool>`entry.currency = any(${currency}::text[])`] : []),
        ...(text ? [sql<SqlBool>`position(lower(${text}) in lower(entry.number)) > 0`] : []),
      ],
    }),
    things: (rows) => rows.map(invoiceOf),
  })

const readingRoutes = (ctx: FeeInvoicesContext): StaffRoute[] => [
  staffRoute({
    method: 'GET',
    path: '/fee-invoices/:invoiceId',
    operationId: 'getFeeInvoice',
    group,
    summary: 'A fee invoice with its lines',
    caller: 'staff',
    permission: 'settlements:read',
    params: oneParams,
    reply: wholeInvoiceShape.extend({ actions: invoiceActions.shape }),
    run: async ({ caller, params }) => {
      const shown = await showInvoice(ctx.db, await invoiceFor(ctx, caller, params.invoiceId))
      const isCredited = shown.creditedBy !== undefined
      const guards = invoiceGuards({ seller: ctx.seller, invoice: shown.invoice, isCredited })
      return { ...wholeInvoiceRecord(shown), actions: invoiceActions.record(caller, guards) }
    },
  }),
  staffFile({
    method: 'GET',
    path: '/fee-invoices/:invoiceId/pdf',
    operationId: 'getFeeInvoicePdf',
    group,
    summary: 'A fee invoice as PDF',
    caller: 'staff',
    permission: 'settlements:read',
    params: oneParams,
    files: ['application/pdf'],
    reply: z.unknown(),
    run: async ({ caller, params }) => {
      const invoice = await invoiceFor(ctx, caller, params.invoiceId)
      const parts = invoicePdf(await showInvoice(ctx.db, invoice))
      return { type: 'application/pdf', fileName: `${invoice.number}.pdf`, parts }
    },
  }),
]

/** Refuses one that the caller may not see, as one that is not there. */
async function invoiceFor({ db }: FeeInvoicesContext, caller: StaffCaller, unchecked: string): Promise<FeeInvoice> {
  const id = readId<FeeInvoiceId>(unchecked)
  const invoice = id === undefined ? undefined : await findInvoice(db, id)
  if (!invoice || !seesMerchant(caller, invoice.merchantId))
    throw refuse('fee_invoice_not_found', { invoiceId: unchecked.slice(0, 20) })
  return invoice
}

const merchantParams = z.object({ merchantId: z.string() })

const detailsRoutes = (ctx: ByHandContext): StaffRoute[] => [
  staffRoute({
    method: 'GET',
    path: '/merchants/:merchantId/billing-details',
    operationId: 'getBillingDetails',
    group,
    summary: 'To whom the fee invoices of a merchant are addressed, and its VAT',
    caller: 'staff',
    permission: 'settlements:read',
    params: merchantParams,
    reply: billingDetailsShape,
    run: async ({ caller, params: { merchantId } }) => {
      const id = await merchantInScope(ctx, caller, merchantId)
      const details = await billingDetailsOf(ctx, id)
      if (!details) throw refuse('billing_details_none', { merchantId: id })
      return billingDetailsRecord(id, details)
    },
  }),
  staffRoute({
    method: 'PATCH',
    path: '/merchants/:merchantId/billing-details',
    operationId: 'changeBillingDetails',
    group,
    summary: 'Set to whom the fee invoices of a merchant are addressed, and its VAT',
    about:
      'What is left out stays. Name, address, country and VAT id that are null are as the data of the merchant have them. Invoices that were issued before stay as they are. Where `FLORIN_APPROVALS` has `settlements:change`, another person approves it first.',
    caller: 'operator',
    permission: 'settlements:change',
    params: merchantParams,
    body: z.object({
      ...reasonField,
      legalName: clearable(text({ max: 200, what: 'the name of the company' })),
      address: clearable(text({ max: 400, lines: true, what: 'the address, in lines' })),
      country: clearable(country()),
      vatId: clearable(text({ max: 20, what: 'the VAT id' })),
      vatBasisPoints: optional(wholeNumber({ min: 0, max: 5_000 })),
      note: clearable(text({ max: 300, what: 'what stands on each invoice' })),
      ...seenField,
    }),
    reply: billingDetailsShape,
    accepted: waitingShape,
    run: async ({ caller, params: { merchantId }, ip, body, once }) => {
      const id = await merchantInScope(ctx, caller, merchantId)
      const by = authorOf({ caller, ip, body })
      const { reason: _, seen, ...changes } = body
      const expect = (details = {}) => refuseWhatChanged(details, seen)
      const { details, waits } = await changeBillingByHand(ctx, { by, merchantId: id, changes, expect, once })
      return waits ? waitsFor(waits) : billingDetailsRecord(id, details)
    },
  }),
]
