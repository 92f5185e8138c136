import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  authorOf,
  ofSites,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  seesSite,
  siteInScope,
  staffFile,
  staffRoute,
  type TableListParts,
  tableList,
} from '#core/access'
import { readId } from '#kernel/base/id.ts'
import { fewEntries } from '#kernel/db/keyset-parts.ts'
import { clearable, email, id, oneOf, optional, text, trueOrFalse, wholeNumber } from '#kernel/http/field.ts'
import { changeInvoicing } from './change-invoicing.ts'
import type { InvoicesContext } from './context.ts'
import { documentKinds, type InvoiceDocument } from './document.ts'
import { invoiceColumns } from './export-invoices.ts'
import type { DocumentId } from './ids.ts'
import { fileNameOf, invoicePdf } from './invoice-pdf.ts'
import { parkedRoutes } from './parked-routes.ts'
import { refuse } from './refusals.ts'
import { resendDocument } from './resend-document.ts'
import {
  documentRecord,
  documentShape,
  invoicingRecord,
  invoicingShape,
  wholeDocumentRecord,
  wholeDocumentShape,
} from './shapes.ts'
import { documentOf, findDocument } from './store.ts'

const about = { group: 'Invoices of sites', caller: 'staff' } as const
const siteParams = z.object({ siteId: z.string() })
const params = z.object({ invoiceId: z.string() })

type InvoiceParts = InvoicesContext & TableListParts

/** What `florin invoice` and `florin site invoicing` show and do, for programs. */
export const invoiceStaffRoutes = (ctx: InvoiceParts): StaffRoute[] => [
  ...settingsRoutes(ctx),
  ...listRoutes(ctx),
  ...parkedRoutes(ctx),
  ...documentRoutes(ctx),
]

/** One document: what is on it, its file, and sending it again. */
const documentRoutes = (ctx: InvoicesContext): StaffRoute[] => [
  staffRoute({
    ...about,
    method: 'GET',
    path: '/invoices/:invoiceId',
    operationId: 'getInvoice',
    summary: 'An invoice or credit note, with all that is printed on it',
    permission: 'invoices:read',
    params,
    reply: wholeDocumentShape,
    run: async ({ caller, params: { invoiceId } }) => wholeDocumentRecord(await documentFor(ctx, caller, invoiceId)),
  }),
  staffFile({
    ...about,
    method: 'GET',
    path: '/invoices/:invoiceId/pdf',
    operationId: 'getInvoicePdf',
    summary: 'An invoice or credit note as it is sent',
    permission: 'invoices:read',
    params,
    files: ['application/pdf'],
    reply: z.unknown(),
    run: async ({ caller, params: { invoiceId } }) => {
      const document = await documentFor(ctx, caller, invoiceId)
      return { type: 'application/pdf', fileName: fileNameOf(document), parts: invoicePdf(document) }
    },
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/invoices/:invoiceId/resend',
    operationId: 'resendInvoice',
    summary: 'Send an invoice or credit note again, also to another address',
    permission: 'invoices:send',
    params,
    body: z.object({ address: optional(email(254)), ...reasonField }),
    reply: documentShape,
    run: async ({ caller, params: { invoiceId }, ip, body }) => {
      const document = await documentFor(ctx, caller, invoiceId)
      await resendDocument(ctx, { by: authorOf({ caller, ip, body }), document, address: body.address })
      return documentRecord(document)
    },
  }),
]

const settingsRoutes = (ctx: InvoicesContext): StaffRoute[] => [
  staffRoute({
    ...about,
    method: 'GET',
    path: '/sites/:siteId/invoicing',
    operationId: 'getInvoicing',
    summary: 'How a site makes invoices, and the next numbers',
    permission: 'invoices:read',
    params: siteParams,
    reply: invoicingShape,
    run: async ({ caller, params: { siteId } }) =>
      invoicingRecord(ctx, await siteInScope(ctx.directory, caller, siteId)),
  }),
  staffRoute({
    ...about,
    method: 'PATCH',
    path: '/sites/:siteId/invoicing',
    operationId: 'changeInvoicing',
    summary: 'Change how a site makes invoices',
    about:
      'What is left out stays. From the first call on payments have invoices, unless `active` is false. Without a `sellerName` the seller is the merchant, by its legal name and address.',
    permission: 'invoices:change',
    params: siteParams,
    body: z.object({
      ...reasonField,
      active: optional(trueOrFalse()),
      sellerName: clearable(text({ max: 150, what: 'the name of the seller' })),
      sellerAddress: clearable(text({ max: 500, lines: true, what: 'the address of the seller, in lines' })),
      vatId: clearable(text({ max: 40, what: 'the number under which the seller is registered for VAT' })),
      registration: clearable(text({ max: 80, what: 'the number in the register of companies' })),
      prefix: optional(text({ max: 20, what: 'what stands before the numbers of invoices, such as F-' })),
      creditPrefix: optional(text({ max: 20, what: 'what stands before the numbers of credit notes, such as C-' })),
      firstNumber: optional(wholeNumber({ min: 1, max: 1_000_000_000 })),
      vatPercent: optional(text({ max: 7, what: 'a rate of VAT, such as 19 or 5.5' })),
      note: clearable(text({ max: 500, lines: true, what: 'a note below the totals' })),
      toCustomers: optional(trueOrFalse()),
    }),
    reply: invoicingShape,
    run: async ({ caller, params: { siteId: named }, ip, body }) => {
      const { id: siteId } = await siteInScope(ctx.directory, caller, named)
      const { reason: _, ...changes } = body
      return invoicingRecord(ctx, await changeInvoicing(ctx, { by: authorOf({ caller, ip, body }), siteId, changes }))
    },
  }),
]

const listRoutes = (ctx: InvoiceParts): StaffRoute[] => {
  const { filters, whose } = ofSites(ctx.directory)
  return tableList(ctx, {
    name: 'invoices',
    operations: { list: 'listInvoices', export: 'exportInvoices' },
    group: about.group,
    permission: 'invoices:read',
    summary: 'Invoices and credit notes of sites, newest first',
    table: 'invoices.documents',
    madeAt: 'issued_at',
    filters: {
      ...filters,
      kind: optional(oneOf(documentKinds)),
      orderId: optional(id<bigint>('the id of an order')),
    },
    shape: documentShape,
    record: documentRecord,
    whose,
    selected: async ({ kind, orderId }) => {
      const ofOrder = orderId && (await fewEntries(ctx.db, 'invoices.documents', [sql`entry.order_id = ${orderId}`]))
      return {
        narrowed: ofOrder ? [ofOrder] : [],
        conditions: [
          ...(kind ? [sql<SqlBool>`entry.kind = ${kind}`] : []),
          ...(orderId ? [sql<SqlBool>`entry.order_id = ${orderId}`] : []),
        ],
      }
    },
    things: (rows) => rows.map(documentOf),
    columns: invoiceColumns,
  })
}

/** One of another merchant's site is not there. */
async function documentFor(ctx: InvoicesContext, caller: StaffCaller, unchecked: string): Promise<InvoiceDocument> {
  const id = readId<DocumentId>(unchecked)
  const found = id === undefined ? undefined : await findDocument(ctx.db, id)
  if (!found || !(await seesSite(ctx.directory, caller, found.siteId)))
    throw refuse('invoice_not_found', { field: 'invoiceId', invoiceId: unchecked.slice(0, 20) })
  return found
}
