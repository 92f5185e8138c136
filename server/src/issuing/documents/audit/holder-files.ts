import type { Files } from '#core/files/audit'

export const holderFiles: Files = { what: 'document', table: 'documents.documents', pieces: 'documents.chunks' }
