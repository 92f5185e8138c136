import { createHash } from 'node:crypto'
import { z } from 'zod'
import { authorOf, reasonField, type StaffCaller, type StaffRoute, staffList, staffRoute } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import { readId } from '#kernel/base/id.ts'
import { writeJson } from '#kernel/base/json.ts'
import { formatMoney, money } from '#kernel/base/money.ts'
import { listOf, optional, text } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery } from '#kernel/http/json-shape.ts'
import { type ComparedDay, compareReport } from './compare-report.ts'
import type { ReportsContext } from './context.ts'
import { dayActions, dayGuards } from './day-actions.ts'
import { findDay, matchDay } from './match-day.ts'
import { recordReport } from './record-report.ts'
import { refuse } from './refusals.ts'
import { movements, type Report } from './report.ts'
import { reportFields } from './report-row.ts'
import { settleDay } from './settle-day.ts'
import { findReport, listReports } from './store.ts'

const reportShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  recordedBy: z.string(),
  recordedAt: momentShape,
})
const sumShape = z.strictObject({ count: z.int(), amount: z.string() })
const rowShape = z.strictObject({
  row: z.string(),
  line: z.int().meta({ description: '0: something was booked on a day that the report does not have.' }),
  day: z.string(),
  currency: z.string(),
  status: z.enum(['agrees', 'differs', 'matched']),
  breaks: z.array(z.strictObject({ movement: z.enum(movements), reported: sumShape, booked: sumShape })),
  match: z.strictObject({ reason: z.string(), by: z.string(), at: momentShape }).optional(),
  settled: z.strictObject({ by: z.string(), at: momentShape }).optional(),
  actions: dayActions.shape,
})
const comparedShape = reportShape.extend({ rows: z.array(rowShape) })

const reportRecord = ({ id, name, recordedBy, recordedAt }: Report): z.output<typeof reportShape> => ({
  id: String(id),
  name,
  recordedBy,
  recordedAt: momentText(recordedAt),
})

type Shown = { caller: StaffCaller; reportId: bigint; now: Instant }

function rowRecord(found: ComparedDay, { caller, reportId, now }: Shown): z.output<typeof rowShape> {
  const { id, line, day, currency, status, breaks, match, settlement } = found
  const sumOf = ({ count, minor }: { count: number; minor: bigint }) => ({
    count,
    amount: formatMoney(money(minor, currency)),
  })
  return {
    row: String(id),
    line,
    day: `${day}`,
    currency,
    status,
    breaks: breaks.map(({ movement, reported, booked }) => ({
      movement,
      reported: sumOf(reported),
      booked: sumOf(booked),
    })),
    ...(match && { match: { reason: match.reason, by: match.by, at: momentText(match.at) } }),
    ...(settlement && { settled: { by: settlement.by, at: momentText(settlement.at) } }),
    actions: dayActions.record(caller, dayGuards({ reportId, found }, now)),
  }
}

const about = { group: 'Network reports', caller: 'operator' as const }

/** What `florin network reconcile` does, for programs. What networks settle is the operator's alone. */
export const networkReportRoutes = (ctx: ReportsContext): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/network-reports',
    operationId: 'listNetworkReports',
    summary: 'What card networks say they have settled, newest first',
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
    path: '/network-reports/:reportId',
    operationId: 'getNetworkReport',
    summary: 'One report, compared with what is booked by now',
    permission: 'settlements:read',
    params: z.object({ reportId: z.string() }),
    reply: comparedShape,
    run: ({ caller, params }) => compared(ctx, caller, params.reportId),
  }),
  createRoute(ctx),
  matchRoute(ctx),
  settleRoute(ctx),
]

const createRoute = (ctx: ReportsContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/network-reports',
    operationId: 'createNetworkReport',
    summary: 'Compare what a card network has settled with what was booked',
    about: 'A row for each day and currency, in UTC. The same rows again are the same report, compared again.',
    permission: 'settlements:create',
    repeated: 'stored',
    bodyBytesMax: 1_000_000,
    body: z.object({
      ...reasonField,
      name: text({ max: 200, min: 1, what: 'what you call it, such as the name of the file' }),
      rows: listOf(reportFields, { max: 3_000 }),
    }),
    reply: comparedShape,
    run: async ({ caller, ip, body, once }) => {
      const { name, rows } = body
      const { id } = await recordReport(ctx, {
        by: authorOf({ caller, ip, body }),
        name,
        rows: rows.map((sent, place) => ({ line: place + 1, sent })),
        digest: () => createHash('sha256').update(writeJson(rows)).digest(),
        once,
      })
      return compared(ctx, caller, String(id))
    },
    recover: (caller, id) => compared(ctx, caller, id),
  })

const rowParams = z.object({ reportId: z.string(), row: z.string() })

const matchRoute = (ctx: ReportsContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/network-reports/:reportId/rows/:row/match',
    operationId: 'matchNetworkReport',
    summary: 'Say why a day differs',
    about: 'It counts as matched until something else differs.',
    permission: 'settlements:resolve',
    repeated: 'stored',
    params: rowParams,
    body: z.object(reasonField),
    reply: rowShape,
    run: async ({ caller, ip, body, params, once }) => {
      const named = await rowOf(ctx, params)
      const by = { ...authorOf({ caller, ip, body }), reason: body.reason }
      const matched = await matchDay(ctx, { by, ...named, once: () => once(subjectOf(named)) })
      return rowRecord(matched, { caller, ...named, now: ctx.clock.now() })
    },
    recover: recoverRow(ctx),
  })

const settleRoute = (ctx: ReportsContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/network-reports/:reportId/rows/:row/settle',
    operationId: 'settleNetworkDay',
    summary: 'Book that the money of a day has moved at your bank',
    about: 'What is owed to the network is paid by what it has reported, and its fees are booked.',
    permission: 'settlements:resolve',
    repeated: 'stored',
    params: rowParams,
    body: z.object({ ...reasonField, bankReference: optional(text({ max: 100, what: 'what the bank calls it' })) }),
    reply: rowShape,
    run: async ({ caller, ip, body, params, once }) => {
      const named = await rowOf(ctx, params)
      const { bankReference } = body
      const by = authorOf({ caller, ip, body })
      const settled = await settleDay(ctx, { by, ...named, bankReference, once: () => once(subjectOf(named)) })
      return rowRecord(settled, { caller, ...named, now: ctx.clock.now() })
    },
    recover: recoverRow(ctx),
  })

type NamedRow = { reportId: bigint; row: bigint }

async function rowOf(ctx: ReportsContext, params: z.output<typeof rowParams>): Promise<NamedRow> {
  const { id: reportId } = await reportOf(ctx, params.reportId)
  const row = readId<bigint>(params.row)
  if (!row) throw refuse('report_day_not_found', { reportId: String(reportId), row: params.row.slice(0, 20) })
  return { reportId, row }
}

const subjectOf = ({ reportId, row }: NamedRow): string => `${reportId}/${row}`

const recoverRow = (ctx: ReportsContext) => async (caller: StaffCaller, subject: string) => {
  const [reportId = '', row = ''] = subject.split('/')
  const named = { reportId: BigInt(reportId), row: BigInt(row) }
  return rowRecord(await findDay(ctx, named), { caller, ...named, now: ctx.clock.now() })
}

async function compared(
  ctx: ReportsContext,
  caller: StaffCaller,
  unchecked: string,
): Promise<z.output<typeof comparedShape>> {
  const report = await reportOf(ctx, unchecked)
  const shown = { caller, reportId: report.id, now: ctx.clock.now() }
  const days = await compareReport(ctx.db, report.id)
  return { ...reportRecord(report), rows: days.map((day) => rowRecord(day, shown)) }
}

async function reportOf({ db }: ReportsContext, unchecked: string): Promise<Report> {
  const id = readId<bigint>(unchecked)
  const report = id && (await findReport(db, id))
  if (!report) throw refuse('report_not_found', { reportId: unchecked.slice(0, 20) })
  return report
}
