import { type MediaType, openFile } from '#core/files'
import type { HolderId } from '#issuing/ids'
import type { DocumentsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { findPiece, findSealed } from './store.ts'
import type { DocumentId } from './verification.ts'

export type OpenedDocument = {
  holderId: HolderId
  type: MediaType
  bytes: number
  /** Piece by piece. It throws when a piece was changed, moved or removed, so read it to its end before trusting it. */
  content: AsyncIterable<Buffer>
}

/**
 * Opens a document for a reviewer. Who calls it has checked that the reviewer may see it, and has recorded that they do.
 */
export async function readDocument(
  { db, keys }: Pick<DocumentsContext, 'db' | 'keys'>,
  documentId: DocumentId,
): Promise<OpenedDocument> {
  const found = await findSealed(db, documentId)
  if (!found) throw refuse('document_not_found', { documentId })
  const { holderId, type, bytes, chunks, dataKey } = found
  const findOne = (number: number) => findPiece(db, documentId, number)
  const content = openFile(keys, { id: documentId, dataKey, chunks, findPiece: findOne })
  return { holderId, type, bytes, content }
}
