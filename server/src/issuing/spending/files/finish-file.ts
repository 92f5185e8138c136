import { type Author, auditEntry, platformOwner } from '#core/directory'
import { commit, decide, update } from '#kernel/db/commit/commit.ts'
import type { ClearingFilesContext } from './context.ts'
import type { ClearingFile, FileCounts } from './file.ts'
import { countAnswers, findFile } from './file-store.ts'
import { outcomeOf } from './row-result.ts'

/** Every row of a file was read: what they have come to is counted and recorded. Another process may have done it. */
export const finishFile = (ctx: ClearingFilesContext, { by, id }: { by: Author; id: bigint }): Promise<ClearingFile> =>
  decide(async () => {
    const file = (await findFile(ctx.db, id))!
    if (file.finishedAt) return file
    const counts = await countsOf(ctx, file)
    const now = ctx.clock.now()
    await commit(
      ctx,
      now,
      [
        update('spending.files', {
          set: { ...counts, done: file.rowCount, finished_at: now, version: file.version + 1 },
          where: { id, version: file.version },
        }),
        auditEntry(now, by, {
          action: 'clearingFileFinished',
          owner: platformOwner,
          subject: { type: 'clearingFile', id },
          after: { file: file.name, ...counts },
        }),
      ],
      'finish-file',
    )
    return { ...file, counts, done: file.rowCount, finishedAt: now }
  })

/** A row that could not be read, or whose card is not known, has sent no message: it is rejected as well. */
async function countsOf({ db }: ClearingFilesContext, { id, rowCount }: ClearingFile): Promise<FileCounts> {
  const counts = { cleared: 0, forced: 0, refunded: 0, repeated: 0 }
  for (const { count, ...answer } of await countAnswers(db, id)) {
    const outcome = outcomeOf(answer)
    if (outcome !== 'rejected') counts[outcome] += count
  }
  const { cleared, forced, refunded, repeated } = counts
  return { ...counts, rejected: rowCount - cleared - forced - refunded - repeated }
}
