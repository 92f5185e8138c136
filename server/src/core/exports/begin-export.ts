import { randomUUID } from 'node:crypto'
import type { StaffAuthor, StaffCaller } from '#core/access'
import { auditEntry } from '#core/directory'
import { newDataKey, sealNote } from '#core/files'
import { uuidAt } from '#kernel/base/id.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { periodRecord } from '#kernel/http/filter.ts'
import { requireCancellable } from './export-actions.ts'
import { type ExportId, type ExportsContext, type ExportTask, heldExportsMax, openExportsMax } from './export-task.ts'
import { openList, pinnedQuery } from './find-list.ts'
import { refuse } from './refusals.ts'
import { countExports, findExport } from './store.ts'

type Wanted = { by: StaffAuthor; caller: StaffCaller }

/** Has a worker write a list to a file. The audit keeps which filters were set, and not what they were. */
export const beginExport = async (
  ctx: ExportsContext,
  { by, caller, list, query, once }: Wanted & { list: string; query: string; once(id: string): Write[] },
): Promise<ExportTask> => {
  const { opened } = await openList(ctx, { list, query, reader: caller })
  const { period, fileName } = opened
  const count = await opened.count(estimateMax)
  return decide(async () => {
    // Read before they are counted: of two that count at once, one counts again.
    const turn = await ctx.staff.turn(caller.staff.id)
    const { open, held } = await countExports(ctx.db, caller.staff.id)
    if (open >= openExportsMax) throw refuse('too_many_exports', { max: openExportsMax })
    if (held >= heldExportsMax) throw refuse('too_many_export_files', { max: heldExportsMax })
    const now = ctx.clock.now()
    const id = uuidAt(now) as ExportId
    const { key, wrapped } = newDataKey(ctx.keys, id)
    const pinned = sealNote(key, id, pinnedQuery(query, opened))
    key.fill(0)
    const row = {
      ...{ id, staff_id: caller.staff.id, list, query: pinned, status: 'waiting' as const, file_name: fileName },
      ...{ estimate: count === undefined ? null : BigInt(count), data_key: wrapped, email_key: randomUUID() },
      ...{ requested_at: now, due_at: now },
    }
    const entry = auditEntry(now, by, {
      action: 'exportBegun',
      owner: caller.staff.scope,
      subject: { type: 'export', id },
      after: { list, filters: [...new URLSearchParams(query).keys()], ...(period && periodRecord(period)) },
    })
    await commit(ctx, now, [turn, insert('exports.exports', row), entry, ...once(id)], 'begin-export')
    return (await findExport(ctx.db, id))!
  })
}
/** What is longer is not counted for an estimate. */
const estimateMax = 10_000_000

/** A person's own export; others are not there. */
export async function requireExport(
  { db }: Pick<ExportsContext, 'db'>,
  { staff }: Pick<StaffCaller, 'staff'>,
  id: ExportId,
): Promise<ExportTask> {
  const task = await findExport(db, id)
  if (task?.staffId !== staff.id) throw refuse('export_not_found', { exportId: id })
  return task
}

/** Stops it, and destroys the key of what is written; a worker deletes the pieces. */
export const cancelExport = async (
  ctx: ExportsContext,
  { by, caller, id, once }: Wanted & { id: ExportId; once(id: string): Write[] },
): Promise<ExportTask> => {
  await decide(async () => {
    const task: ExportTask = await requireExport(ctx, caller, id)
    requireCancellable(task)
    const { status, list, rows, endedAt } = task
    const now = ctx.clock.now()
    const over = { status: 'cancelled' as const, data_key: null, ended_at: endedAt ?? now }
    const due = { due_at: now, leased_until: null }
    const entry = auditEntry(now, by, {
      action: 'exportCancelled',
      owner: caller.staff.scope,
      subject: { type: 'export', id },
      before: { list, status, rows: Number(rows) },
    })
    const cancelled = update('exports.exports', { set: { ...over, ...due }, where: { id, status } })
    await commit(ctx, now, [cancelled, entry, ...once(id)], 'begin-export')
  })
  return requireExport(ctx, caller, id)
}
