import { z } from 'zod'
import {
  authorOf,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  seesSite,
  siteIdField,
  siteInScope,
  sitesInScope,
  staffList,
  staffRoute,
} from '#core/access'
import { readId } from '#kernel/base/id.ts'
import { optional } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import type { InvoicesContext } from './context.ts'
import { documentKinds } from './document.ts'
import type { RequestId } from './ids.ts'
import { refuse } from './refusals.ts'
import { type DocumentRequest, findRequest, listParked } from './request-store.ts'
import { retryDocument } from './retry-document.ts'

const about = { group: 'Invoices of sites', caller: 'staff' } as const

const requestShape = z.strictObject({
  id: z.string(),
  kind: z.enum(documentKinds),
  siteId: z.string(),
  orderId: z.string(),
  paymentId: z.string(),
  transactionId: z.string(),
  movedAt: momentShape,
  status: z.enum(['done', 'waiting', 'parked']),
  problem: z.string().optional().meta({ description: 'Why the last try failed.' }),
  parkedAt: momentShape.optional(),
})

/** A document that could not be made, for people. */
export const requestRecord = (one: DocumentRequest): z.output<typeof requestShape> => ({
  id: String(one.id),
  kind: one.kind,
  siteId: String(one.siteId),
  orderId: String(one.orderId),
  paymentId: String(one.paymentId),
  transactionId: String(one.transactionId),
  movedAt: momentText(one.madeAt),
  status: one.parkedAt ? 'parked' : one.dueAt ? 'waiting' : 'done',
  ...(one.problem !== null && { problem: one.problem }),
  ...(one.parkedAt && { parkedAt: momentText(one.parkedAt) }),
})

/** What `florin invoice parked` and `retry` show and do. */
export const parkedRoutes = (ctx: InvoicesContext): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/invoices/parked',
    operationId: 'listParkedInvoices',
    summary: 'Invoices and credit notes that could not be made, oldest first',
    permission: 'invoices:read',
    query: z.object({ ...pageQuery, siteId: optional(siteIdField) }),
    reply: requestShape,
    run: async ({ caller, query: { siteId, page = 1, size = 20 } }) => {
      const siteIds =
        siteId === undefined
          ? await sitesInScope(ctx.directory, caller)
          : [(await siteInScope(ctx.directory, caller, siteId)).id]
      const { data, total } = await listParked(ctx.db, { siteIds }, { page, size })
      return { data: data.map(requestRecord), page, size, total }
    },
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/invoices/parked/:requestId/retry',
    operationId: 'retryParkedInvoice',
    summary: 'Make an invoice or credit note that was parked, and those that wait for it',
    permission: 'invoices:send',
    params: z.object({ requestId: z.string() }),
    body: z.object(reasonField),
    reply: requestShape,
    run: async ({ caller, params: { requestId }, ip, body }) => {
      const request = await requestFor(ctx, caller, requestId)
      return requestRecord(await retryDocument(ctx, { by: authorOf({ caller, ip, body }), request }))
    },
  }),
]

/** One of another merchant's site is not there. */
async function requestFor(ctx: InvoicesContext, caller: StaffCaller, unchecked: string): Promise<DocumentRequest> {
  const id = readId<RequestId>(unchecked)
  const found = id === undefined ? undefined : await findRequest(ctx.db, id)
  if (!found || !(await seesSite(ctx.directory, caller, found.siteId)))
    throw refuse('invoice_request_not_found', { field: 'requestId', requestId: unchecked.slice(0, 20) })
  return found
}
