import { auditEntry } from '#core/directory'
import { holderOwner } from '#issuing/holders'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { DocumentsContext } from './context.ts'
import { giveUp, removingOf } from './remove-documents.ts'
import { deleteLeftPieces, deletePieces, findOverdue, presentOf, receivingSince } from './store.ts'
import { transitionVerification } from './transition-verification.ts'
import { byProgram, type VerificationId } from './verification.ts'

type Parts = Pick<DocumentsContext, 'db' | 'react' | 'clock' | 'keys'>

/** Deletes what a verification holds: its files and what was typed. That it was there is kept. */
export const deleteVerification = (ctx: Parts, id: VerificationId): Promise<void> =>
  decide(async () => {
    const now = ctx.clock.now()
    const verification = await findOverdue(ctx, id, now)
    if (!verification) return
    const { holderId } = verification
    const files = await presentOf(ctx.db, id)
    const set = { answers: null, due_at: null }
    const writes = [
      ...transitionVerification(now, verification, { action: 'delete', by: byProgram, set }),
      ...files.flatMap(({ id: fileId, status }) =>
        status === 'removed' ? [] : removingOf(now, { holderId, verificationId: id, id: fileId, status }),
      ),
      auditEntry(now, byProgram, {
        action: 'verificationDeleted',
        owner: holderOwner(holderId),
        subject: { type: 'verification', id },
        after: { documents: files.length },
      }),
    ]
    await commit(ctx, now, writes, 'delete-verification')
    await deletePieces(
      ctx.db,
      files.map((file) => file.id),
    )
  })

/** Frees the room of files that nothing opens any more, and of those that stopped arriving. */
export async function sweepDocuments(ctx: Parts): Promise<void> {
  const now = ctx.clock.now()
  for (const { id, holderId, verificationId } of await receivingSince(ctx.db, now.subtract({ hours: 24 })))
    await giveUp(ctx, { id: verificationId, holderId }, [id])
  await deleteLeftPieces(ctx.db, now.subtract({ hours: 24 * leftPiecesDays }))
}
/** The sweep is made each day; a piece that is left longer is noise without a key. */
const leftPiecesDays = 30
