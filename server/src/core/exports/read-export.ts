import type { StaffAuthor, StaffCaller } from '#core/access'
import { auditEntry } from '#core/directory'
import { openFile } from '#core/files'
import { commit } from '#kernel/db/commit/commit.ts'
import { requireExport } from './begin-export.ts'
import { findPiece } from './export-pieces.ts'
import type { ExportId, ExportsContext } from './export-task.ts'
import { listFor } from './find-list.ts'
import { refuse } from './refusals.ts'

/** Opens the file for who asked for it and may still read the list; the audit says so from then on. */
export async function readExport(
  ctx: ExportsContext,
  { by, caller, id }: { by: StaffAuthor; caller: StaffCaller; id: ExportId },
): Promise<{ fileName: string; content: AsyncIterable<Buffer> }> {
  const { status, list, fileName, rows, chunks, dataKey, expiresAt } = await requireExport(ctx, caller, id)
  listFor(ctx, { list, reader: caller })
  if (status === 'waiting' || status === 'running') throw refuse('export_not_ready', { exportId: id })
  const now = ctx.clock.now()
  if (!dataKey || !expiresAt || Temporal.Instant.compare(now, expiresAt) >= 0)
    throw refuse('export_over', { exportId: id })
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
