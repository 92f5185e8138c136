import type { Generated } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { DisputeEvent, DisputeReason } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { MerchantId, SiteId } from '#core/directory'
import type { MediaType } from '#core/files'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { CaseAction, CaseStatus } from './case-states.ts'
import type { EvidenceFileId, EvidenceFileKind } from './dispute-case.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'disputes.events': {
      id: Generated<bigint>
      connector: ConnectorId
      event_id: string
      dispute: string
      authorization_key: string
      kind: DisputeEvent['kind']
      currency: Currency
      minor: bigint
      reason: DisputeReason
      happened_at: Instant
      received_at: Instant
      payment_id: Generated<PaymentId | null>
      done_at: Generated<Instant | null>
      trouble: Generated<string | null>
      seen_at: Generated<Instant | null>
      due_at: Instant | null
      leased_until: Generated<Instant | null>
      respond_by: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'disputes.cursors': {
      id: Generated<bigint>
      connector: ConnectorId
      read_up_to: Generated<string | null>
      version: Generated<number>
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
    'disputes.cases': {
      id: PaymentId
      version: Generated<number>
      payment_id: PaymentId
      site_id: SiteId
      merchant_id: MerchantId
      connector: ConnectorId
      dispute: string
      authorization_key: string
      reason: DisputeReason
      currency: Currency
      minor: bigint
      status: CaseStatus
      opened_at: Instant
      respond_by: Instant | null
      evidence: Uint8Array | null
      evidence_digest: Uint8Array | null
      request_key: string | null
      reminded_at: Instant | null
      due_at: Instant | null
      due_tries: Generated<number>
      leased_until: Generated<Instant | null>
    }
    'disputes.case_transitions': {
      id: Generated<bigint>
      case_id: PaymentId
      from_status: CaseStatus | null
      to_status: CaseStatus
      action: CaseAction | 'open'
      actor: string
      note: string | null
      occurred_at: Instant
    }
    'disputes.documents': {
      id: EvidenceFileId
      case_id: PaymentId
      kind: EvidenceFileKind
      status: 'stored' | 'removed'
      media_type: MediaType
      bytes: number
      chunks: number
      digest: Uint8Array
      data_key: Uint8Array | null
      created_at: Instant
      removed_at: Instant | null
    }
    'disputes.document_pieces': { document_id: EvidenceFileId; number: number; sealed: Uint8Array }
  }
}
