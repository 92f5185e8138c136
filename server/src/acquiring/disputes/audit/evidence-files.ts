import type { Files } from '#core/files/audit'

export const evidenceFiles: Files = {
  what: 'file of a dispute',
  table: 'disputes.documents',
  pieces: 'disputes.document_pieces',
}
