import type { Generated } from 'kysely'
import type { RejectReason } from '#connectors/identity/port.ts'
import type { StaffId } from '#core/access'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { CheckStatus, PersonsDecide } from './identity/check.ts'
import type { CaseId, CheckId, SubmissionId } from './ids.ts'
import type { CaseStatus } from './kyc-states.ts'
import type { SendBackReason } from './steps/send-back-reasons.ts'
import type { KycStep } from './steps/steps.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'kyc.cases': {
      id: Generated<CaseId>
      version: Generated<number>
      holder_id: HolderId
      partner_id: PartnerId
      status: CaseStatus
      reject_reason: RejectReason | null
      created_at: Instant
      submitted_at: Instant | null
      decided_at: Instant | null
      due_at: Generated<Instant | null>
      leased_until: Generated<Instant | null>
      mac: Generated<Uint8Array | null>
    }
    'kyc.case_transitions': {
      id: Generated<bigint>
      case_id: CaseId
      from_status: CaseStatus | null
      to_status: CaseStatus
      action: string
      actor: string
      reason: string | null
      occurred_at: Instant
    }
    'kyc.submissions': {
      id: Generated<SubmissionId>
      case_id: CaseId
      step: KycStep
      key: string
      sealed: Uint8Array | null
      digest: Uint8Array | null
      verification_id: Generated<string | null>
      actor: string
      from_where: string
      submitted_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'kyc.sent_back': {
      id: Generated<bigint>
      case_id: CaseId
      step: KycStep
      submission_id: SubmissionId
      reject_reason: SendBackReason | null
      sent_back_at: Instant
    }
    'kyc.reviewers': {
      case_id: CaseId
      version: Generated<number>
      assigned_to: StaffId | null
      held_by: StaffId | null
      held_from: Instant | null
      held_until: Instant | null
    }
    'kyc.identity_checks': {
      id: Generated<CheckId>
      version: Generated<number>
      case_id: CaseId
      key: string
      provider: string | null
      status: CheckStatus
      reject_reason: RejectReason | null
      reference: string | null
      because: readonly PersonsDecide[]
      attempts: Generated<number>
      last_response: string | null
      created_at: Instant
      closed_at: Instant | null
      due_at: Instant | null
      leased_until: Generated<Instant | null>
      mac: Generated<Uint8Array | null>
    }
  }
}
