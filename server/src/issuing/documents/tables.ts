import type { Generated } from 'kysely'
import type { MediaType } from '#core/files'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { DocumentId, Place, VerificationId, VerificationKind } from './verification.ts'
import type { VerificationStatus } from './verification-states.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'documents.verifications': {
      id: VerificationId
      version: Generated<number>
      holder_id: HolderId
      partner_id: PartnerId
      kind: VerificationKind
      status: VerificationStatus
      token_hash: Uint8Array
      language: string | null
      answers: Uint8Array | null
      answers_digest: Uint8Array | null
      created_at: Instant
      expires_at: Instant
      handed_in_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
    }
    'documents.verification_transitions': {
      id: Generated<bigint>
      verification_id: VerificationId
      from_status: VerificationStatus | null
      to_status: VerificationStatus
      action: string
      actor: string
      from_where: string
      occurred_at: Instant
    }
    'documents.documents': {
      id: DocumentId
      verification_id: VerificationId
      holder_id: HolderId
      place: Place
      status: 'receiving' | 'stored' | 'removed'
      media_type: MediaType | null
      bytes: number | null
      chunks: number | null
      digest: Uint8Array | null
      data_key: Uint8Array | null
      created_at: Instant
      stored_at: Instant | null
      removed_at: Instant | null
    }
    'documents.chunks': { document_id: DocumentId; number: number; sealed: Uint8Array }
  }
}
