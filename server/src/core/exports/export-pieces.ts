import type { Db, Reader } from '#kernel/db/db.ts'
import type { ExportId } from './export-task.ts'

export async function findPiece(db: Reader, id: ExportId, number: number): Promise<Uint8Array | undefined> {
  const row = await db.read
    .selectFrom('exports.pieces')
    .select('sealed')
    .where('document_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.sealed
}

/** Frees the room of a file that is over: without its key a piece is noise. */
export async function deletePieces(db: Db, id: ExportId): Promise<void> {
  await db.run(
    `delete from exports.pieces p using exports.exports e
     where p.document_id = $1 and e.id = p.document_id and e.data_key is null`,
    [id],
  )
}
