import type { StaffAuthor, StaffCaller } from '#core/access'
import { auditEntry } from '#core/directory'
import { openFile } from '#core/files'
import { commit } from '#kernel/db/commit/commit.ts'
import { requireExport } from './begin-export.ts'
import { requireFetchable } from './export-actions.ts'
import { findPiece } from './export-pieces.ts'
import type { ExportId, ExportsContext, ExportTask } from './export-task.ts'
import { listFor } from './find-list.ts'

/** Opens the file for who asked for it and may still read the list; the audit says so from then on. */
export async function readExport(
  ctx: ExportsContext,
  { by, caller, id }: { by: StaffAuthor; caller: StaffCaller; id: ExportId },
): Promise<{ fileName: string; content: AsyncIterable<Buffer> }> {
  const task: ExportTask = await requireExport(ctx, caller, id)
  const { list, fileName, rows, chunks } = task
  listFor(ctx, { list, reader: caller })
  const now = ctx.clock.now()
  requireFetchable(task, now)
  const { dataKey } = task
  const entry = auditEntry(now, by, {
    action: 'exportFetched',
    owner: caller.staff.scope,
    subject: { type: 'export', id },
    after: { list, rows: Number(rows) },
  })
  await commit(ctx, now, [entry], 'read-export')
  const findOne = (number: number) => findPiece(ctx.db, id, number)
  return { fileName, content: openFile(ctx.keys, { id, dataKey, chunks, findPiece: findOne }) }
}
