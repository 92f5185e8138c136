import { type Author, auditEntry, platformOwner } from '#core/directory'
import { commit, decide, insert, ref } from '#kernel/db/commit/commit.ts'
import type { ClearingFilesContext } from './context.ts'
import type { ClearingFile } from './file.ts'
import { findFile, findFileOf } from './file-store.ts'

export type BeginFileInput = { by: Author; name: string; digest: Uint8Array; rowCount: number }

/**
 * The record of a file. One that was begun before is continued, by any process. One that was finished is returned as
 * it is, unless rows of it were rejected: those may be right by now, such as for a rate that has come, and all are tried
 * again; what is booked is known again by its presentment.
 */
export const beginFile = (
  ctx: ClearingFilesContext,
  { by, name, digest, rowCount }: BeginFileInput,
): Promise<ClearingFile> =>
  decide(async () => {
    const before = await findFileOf(ctx.db, digest)
    if (before && (!before.finishedAt || before.counts.rejected === 0)) return before
    const now = ctx.clock.now()
    const as = ref('file')
    const row = { name, digest, row_count: rowCount, done: 0, started_by: by.actor, started_at: now, finished_at: null }
    const none = { cleared: 0, forced: 0, refunded: 0, repeated: 0, rejected: 0 }
    const committed = await commit(
      ctx,
      now,
      [
        insert('spending.files', { ...row, ...none }, { as, onDuplicate: { one_run_of_a_file: 'stale' } }),
        auditEntry(now, by, {
          action: 'clearingFileStarted',
          owner: platformOwner,
          subject: { type: 'clearingFile', id: as },
          after: { file: name, rows: rowCount },
        }),
      ],
      'begin-file',
    )
    return (await findFile(ctx.db, committed(as)))!
  })
