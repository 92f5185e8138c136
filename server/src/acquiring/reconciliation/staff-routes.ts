import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { PaymentId } from '#acquiring/ids'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  type StaffCaller,
  type StaffRoute,
  staffList,
  staffRoute,
  waitingShape,
  waitsFor,
} from '#core/access'
import { readId } from '#kernel/base/id.ts'
import { writeJson } from '#kernel/base/json.ts'
import { id as idField, listOf, oneOf, optional, text } from '#kernel/http/field.ts'
import { pageQuery } from '#kernel/http/json-shape.ts'
import { breakActions, breakGuards } from './break-actions.ts'
import { breakStates } from './break-states.ts'
import type { ReconciliationContext } from './context.ts'
import { describeBreak, describeReport } from './describe.ts'
import type { BreakId, ReportId } from './ids.ts'
import { importReport } from './import-report.ts'
import { refuse } from './refusals.ts'
import { breakKinds } from './report.ts'
import { reportFields } from './report-row.ts'
import { acceptBreak, matchBreak, writeOffBreak } from './resolve-break.ts'
import { breakOfNow } from './settled-otherwise.ts'
import {
  breakRecord,
  breakShape,
  matchedShape,
  reportRecord,
  reportShape,
  unreportedRecord,
  unreportedShape,
  wholeBreakShape,
  wholeReportShape,
} from './shapes.ts'
import { findBreak, findReport, listBreaks, listReports } from './store.ts'
import { unreportedBatches } from './unreported-batches.ts'

const about = { group: 'Reports of acquirers', caller: 'operator' as const }
const oneBreak = z.object({ breakId: z.string() })
const shownBreakShape = wholeBreakShape.extend({ actions: breakActions.shape })

/** What `florin reconcile` does, for programs. What acquirers settle is the operator's alone. */
export const reconciliationStaffRoutes = (ctx: ReconciliationContext): StaffRoute[] => [
  ...reportRoutes(ctx),
  listRoute(ctx),
  unreportedRoute(ctx),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/acquirer-breaks/:breakId',
    operationId: 'getAcquirerBreak',
    summary: 'One break with its row, its history, and who did what about it',
    permission: 'settlements:read',
    params: oneBreak,
    reply: shownBreakShape,
    run: ({ caller, params }) => shownBreak(ctx, caller, readBreakId(params.breakId)),
  }),
  matchRoute(ctx),
  acceptRoute(ctx),
  writeOffRoute(ctx),
]

const reportRoutes = (ctx: ReconciliationContext): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/acquirer-reports',
    operationId: 'listAcquirerReports',
    summary: 'What acquirers say they have settled, newest first',
    permission: 'settlements:read',
    query: z.object(pageQuery),
    reply: reportShape,
    run: async ({ query: { page = 1, size = 20 } }) => {
      const { data, total } = await listReports(ctx.db, { page, size })
      return { data: data.map(reportRecord), page, size, total }
    },
  }),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/acquirer-reports/:reportId',
    operationId: 'getAcquirerReport',
    summary: 'One report, what of it is booked, and its first thousand breaks',
    permission: 'settlements:read',
    params: z.object({ reportId: z.string() }),
    reply: wholeReportShape,
    run: ({ params }) => shownReport(ctx, params.reportId),
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/acquirer-reports',
    operationId: 'importAcquirerReport',
    summary: 'Import what an acquirer has settled',
    about:
      'What agrees with the books is booked, and what differs is a break. The rows of each transfer come together, and come to what was transferred. The same rows again change nothing. Larger reports: `florin reconcile import`.',
    permission: 'settlements:create',
    repeated: 'stored',
    bodyBytesMax: 2_000_000,
    body: z.object({
      ...reasonField,
      name: text({ max: 200, min: 1, what: 'what you call it, such as the name of the file' }),
      rows: listOf(reportFields, { max: 3_000 }),
    }),
    reply: wholeReportShape,
    run: async ({ caller, ip, body, once }) => {
      const rows = body.rows.map((sent, place) => ({ line: place + 1, sent }))
      const { id } = await importReport(ctx, {
        by: authorOf({ caller, ip, body }),
        name: body.name,
        rows: () => rows,
        digest: () => createHash('sha256').update(writeJson(body.rows)).digest(),
        once,
      })
      return shownReport(ctx, String(id))
    },
    recover: (_, id) => shownReport(ctx, id),
  }),
]

const listRoute = ({ db }: ReconciliationContext): StaffRoute =>
  staffList({
    ...about,
    method: 'GET',
    path: '/acquirer-breaks',
    operationId: 'listAcquirerBreaks',
    summary: 'Where reports of acquirers differ from the books, newest first',
    permission: 'settlements:read',
    query: z.object({
      ...pageQuery,
      status: optional(oneOf(breakStates.statuses)),
      kind: optional(oneOf(breakKinds)),
      connector: optional(text({ max: 40, what: 'the name of a connector' })),
    }),
    reply: breakShape,
    run: async ({ query: { page = 1, size = 20, ...filter } }) => {
      const { data, total } = await listBreaks(db, filter, { page, size })
      return { data: data.map(breakRecord), page, size, total }
    },
  })

const unreportedRoute = (ctx: ReconciliationContext): StaffRoute =>
  staffList({
    ...about,
    method: 'GET',
    path: '/unreported-batches',
    operationId: 'listUnreportedBatches',
    summary: 'Batches that no report of an acquirer has covered, newest first',
    about:
      'They were closed before the first report of their connector. `total` counts batches; a batch has an entry for each connector, and none when its report came a moment ago.',
    permission: 'settlements:read',
    query: z.object(pageQuery),
    reply: unreportedShape,
    run: async ({ query: { page = 1, size = 20 } }) => {
      const { data, total } = await unreportedBatches(ctx, { page, size })
      return { data: data.map(unreportedRecord), page, size, total }
    },
  })

const matchRoute = (ctx: ReconciliationContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/acquirer-breaks/:breakId/match',
    operationId: 'matchAcquirerBreak',
    summary: 'Say which transaction a row is about',
    about: 'When the row agrees with it, it is booked; when it differs, that is a break of its own.',
    permission: 'settlements:resolve',
    repeated: 'stored',
    params: oneBreak,
    body: z.object({ ...reasonField, transactionId: idField<PaymentId>('the id of a transaction') }),
    reply: matchedShape,
    run: async ({ caller, ip, body, params, once }) => {
      const by = authorOf({ caller, ip, body })
      const id = readBreakId(params.breakId)
      const { matched, next } = await matchBreak(ctx, { by, id, transactionId: body.transactionId, once })
      return { break: breakRecord(matched), ...(next && { next: breakRecord(next) }) }
    },
    recover: async (_, id) => ({ break: breakRecord((await findBreak(ctx.db, readBreakId(id)))!) }),
  })

const acceptRoute = (ctx: ReconciliationContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/acquirer-breaks/:breakId/accept',
    operationId: 'acceptAcquirerBreak',
    summary: 'Accept a fee as it was kept',
    about:
      'Where `FLORIN_APPROVALS` has `settlements:resolve`, also above an amount, another person approves it first.',
    permission: 'settlements:resolve',
    repeated: 'stored',
    params: oneBreak,
    body: z.object(reasonField),
    reply: shownBreakShape,
    accepted: waitingShape,
    run: async ({ caller, ip, body, params, once }) => {
      const by = authorOf({ caller, ip, body })
      const { accepted, waits } = await acceptBreak(ctx, { by, id: readBreakId(params.breakId), once })
      return waits ? waitsFor(waits) : shownBreak(ctx, caller, accepted.id)
    },
    recover: recoverWaiting(ctx, (caller, id) => shownBreak(ctx, caller, readBreakId(id))),
  })

const writeOffRoute = (ctx: ReconciliationContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/acquirer-breaks/:breakId/write-off',
    operationId: 'writeOffAcquirerBreak',
    summary: 'Book a difference as a cost or a gain',
    about: 'Where FLORIN_APPROVALS has settlements:adjust, another person approves it first.',
    permission: 'settlements:adjust',
    params: oneBreak,
    body: z.object(reasonField),
    reply: shownBreakShape,
    accepted: waitingShape,
    repeated: 'stored',
    run: async ({ caller, ip, body, params, once }) => {
      const by = authorOf({ caller, ip, body })
      const { written, waits } = await writeOffBreak(ctx, { by, id: readBreakId(params.breakId), once })
      return waits ? waitsFor(waits) : shownBreak(ctx, caller, written!.id)
    },
    recover: recoverWaiting(ctx, (caller, id) => shownBreak(ctx, caller, readBreakId(id))),
  })

async function shownReport(ctx: ReconciliationContext, unchecked: string) {
  const id = readId<ReportId>(unchecked)
  const report = id && (await findReport(ctx.db, id))
  if (!report) throw refuse('acquirer_report_not_found', { reportId: unchecked.slice(0, 20) })
  return describeReport(ctx.db, report)
}

async function shownBreak({ db }: ReconciliationContext, caller: StaffCaller, id: BreakId) {
  const known = await findBreak(db, id)
  if (!known) throw refuse('break_not_found', { breakId: String(id) })
  const found = await breakOfNow(db, known)
  return { ...(await describeBreak(db, found)), actions: breakActions.record(caller, breakGuards(found)) }
}

function readBreakId(unchecked: string): BreakId {
  const id = readId<BreakId>(unchecked)
  if (id === undefined) throw refuse('break_not_found', { breakId: unchecked.slice(0, 20) })
  return id
}
