import { z } from 'zod'
import {
  authorOf,
  csvType,
  type ListFile,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  staffFile,
  staffList,
  staffRoute,
  viewerOf,
} from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import { optional, text } from '#kernel/http/field.ts'
import { momentShape, momentText, pageQuery, uuidShape } from '#kernel/http/json-shape.ts'
import { beginExport, cancelExport, requireExport } from './begin-export.ts'
import { exportActions, exportGuards } from './export-actions.ts'
import { type ExportId, type ExportsContext, type ExportTask, exportStatuses } from './export-task.ts'
import { openList } from './find-list.ts'
import { readExport } from './read-export.ts'
import { refuse } from './refusals.ts'
import { exportsOnPage } from './store.ts'

const taskShape = z.strictObject({
  id: z.string(),
  list: z.string(),
  fileName: z.string(),
  status: z.enum(exportStatuses),
  rows: z.int().meta({ description: 'Entries that are written.' }),
  estimate: z.int().optional().meta({
    description: 'Entries when it was asked for; absent when counting them took too long.',
  }),
  bytes: z.int(),
  failure: z.string().optional(),
  requestedAt: momentShape,
  endedAt: momentShape.optional(),
  expiresAt: momentShape.optional().meta({ description: 'Until then it can be fetched; then it is deleted.' }),
  actions: exportActions.shape,
})

type Shown = { caller: StaffCaller; now: Instant }

function taskRecord(found: ExportTask, { caller, now }: Shown): z.output<typeof taskShape> {
  const { endedAt, expiresAt, estimate, failure, ...task } = found
  return {
    ...{ id: task.id, list: task.list, fileName: task.fileName, status: task.status },
    rows: Number(task.rows),
    ...(estimate !== undefined && { estimate: Number(estimate) }),
    bytes: Number(task.bytes),
    ...(failure !== undefined && { failure }),
    requestedAt: momentText(task.requestedAt),
    ...(endedAt && { endedAt: momentText(endedAt) }),
    ...(expiresAt && { expiresAt: momentText(expiresAt) }),
    actions: exportActions.record(caller, exportGuards(found, now)),
  }
}

const shown = ({ clock }: ExportsContext, caller: StaffCaller, task: ExportTask) =>
  taskRecord(task, { caller, now: clock.now() })

const about = { group: 'Exports', caller: 'staffToken' } as const
const wanted = {
  list: text({ max: 50, pattern: /^[a-z][a-z-]*$/, what: 'the name of a list, such as payments' }),
  query: optional(
    text({ min: 0, max: 4_000, what: 'the filters of the list, as its address has them: status=failed&currency=EUR' }),
  ),
}
const params = z.object({ exportId: uuidShape.transform((id) => id as ExportId) })

/** Lists that are too long to wait for: how long a file would be, and the files that workers write. */
export const exportTaskRoutes = (ctx: ExportsContext): StaffRoute[] => [...estimateRoutes(ctx), ...ownExportRoutes(ctx)]

const estimateRoutes = (ctx: ExportsContext): StaffRoute[] => [
  staffRoute({
    ...about,
    method: 'GET',
    path: '/export-tasks/estimate',
    operationId: 'estimateExport',
    summary: 'How many entries a list has as a file, and whether a worker must write it',
    about: 'Who may read the list may export it. What takes more than five seconds to count is written by a worker.',
    query: z.object(wanted),
    reply: z.strictObject({
      rows: z.int().optional().meta({ description: 'Absent when counting took too long.' }),
      rowsAreExact: z.boolean().meta({ description: 'False: there are more than `rows`.' }),
      isTask: z.boolean().meta({ description: 'True: ask for it with `POST /export-tasks`.' }),
      columns: z.array(z.string()).meta({ description: 'All that the file can have; `columns` of the query chooses.' }),
    }),
    run: async ({ caller, query: { list, query = '' } }) => {
      const { file, opened } = await openList(ctx, { list, query, reader: caller })
      const count = await opened.count(estimatedMax(ctx))
      const isMore = count !== undefined && count > estimatedMax(ctx)
      return {
        ...(count !== undefined && { rows: isMore ? count - 1 : count }),
        rowsAreExact: count !== undefined && !isMore,
        isTask: count === undefined || count > ctx.streamedMax,
        columns: [...file.columns],
      }
    },
  }),
  staffList({
    ...about,
    method: 'GET',
    path: '/export-tasks',
    operationId: 'listExportTasks',
    summary: 'My exports that workers write, newest first',
    query: z.object(pageQuery),
    reply: taskShape,
    run: async ({ caller, query: { page = 1, size = 20 } }) => {
      const { data, total } = await exportsOnPage(ctx.db, caller.staff.id, { page, size })
      const shown = { caller, now: ctx.clock.now() }
      return { data: data.map((task) => taskRecord(task, shown)), page, size, total }
    },
  }),
]

const ownExportRoutes = (ctx: ExportsContext): StaffRoute[] => [
  staffRoute({
    ...about,
    method: 'POST',
    path: '/export-tasks',
    operationId: 'beginExport',
    summary: 'Have a worker write a list to a file, however long it is',
    about:
      'An email says when it can be fetched. Periods such as `last-7d` mean what they mean now. A file is never cut: when it cannot be written whole, the export has failed.',
    status: 201,
    repeated: 'stored',
    body: z.object({ ...wanted, ...reasonField }),
    reply: taskShape,
    run: async (call) => {
      const { caller, body, once } = call
      const { list, query = '' } = body
      return shown(ctx, caller, await beginExport(ctx, { by: authorOf(call), caller, list, query, once }))
    },
    recover: async (caller, id) => shown(ctx, caller, await requireExport(ctx, caller, id as ExportId)),
  }),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/export-tasks/:exportId/cancel',
    operationId: 'cancelExport',
    summary: 'Stop an export of mine, and delete what is written',
    repeated: 'stored',
    params,
    body: z.object(reasonField),
    reply: taskShape,
    run: async (call) => {
      const { caller, params: sent, once } = call
      return shown(ctx, caller, await cancelExport(ctx, { by: authorOf(call), caller, id: sent.exportId, once }))
    },
    recover: async (caller, id) => shown(ctx, caller, await requireExport(ctx, caller, id as ExportId)),
  }),
  staffFile({
    ...about,
    method: 'GET',
    path: '/export-tasks/:exportId/file',
    operationId: 'fetchExport',
    summary: 'The file of an export of mine; the audit says that it was fetched',
    params,
    reply: z.string(),
    files: ['text/csv'],
    run: async ({ caller, ip, params: { exportId: id } }) => {
      const { fileName, content } = await readExport(ctx, { by: viewerOf({ caller, ip }), caller, id })
      return { type: csvType, fileName, parts: content }
    },
  }),
]

/** The dialog says how many, beyond what is written at once too. */
const estimatedMax = ({ streamedMax }: ExportsContext): number => Math.max(1_000_000, streamedMax)

/** The routes by which lists are exported while somebody waits: what is too long for it is refused. */
export const streamedUpTo = (ctx: Pick<ExportsContext, 'streamedMax'>, routes: readonly StaffRoute[]): StaffRoute[] =>
  routes.map((route) => {
    const { listFile, run } = route
    if (!listFile) return route
    return {
      ...route,
      run: async (call) => {
        const opened = await listFile.open(call.query, call.caller)
        const count = await opened.count(ctx.streamedMax)
        if (count === undefined || count > ctx.streamedMax) throw refuse('export_too_long', { max: ctx.streamedMax })
        return run(call)
      },
    }
  })

/** Every list that these routes write to a file, by its name. */
export const listFilesOf = (routes: readonly StaffRoute[]): ReadonlyMap<string, ListFile> =>
  new Map(routes.flatMap(({ listFile }) => (listFile ? [[listFile.name, listFile] as const] : [])))
