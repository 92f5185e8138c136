import type { Clock } from '#kernel/base/clock.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { EvidenceFileId } from './dispute-case.ts'

export async function findPiece(db: Reader, id: EvidenceFileId, number: number): Promise<Uint8Array | undefined> {
  const row = await db.read
    .selectFrom('disputes.document_pieces')
    .select('sealed')
    .where('document_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.sealed
}

/** Frees the room of files that were removed lately: without its key a piece is noise. */
export async function deleteRemovedPieces({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.run(
    `delete from disputes.document_pieces p using disputes.documents d
     where d.id = p.document_id and d.status = 'removed' and d.removed_at > $1`,
    [clock.now().subtract({ hours: 24 * removedDays })],
  )
}
/** Pieces are deleted with their file, and those that a process has left, on the next day. */
const removedDays = 30
