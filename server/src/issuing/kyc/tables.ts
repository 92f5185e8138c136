import type { Generated } from 'kysely'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { CaseId } from './ids.ts'
import type { CaseStatus } from './kyc-states.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'kyc.cases': {
      id: Generated<CaseId>
      version: Generated<number>
      holder_id: HolderId
      status: CaseStatus
      reject_reason: string | null
      created_at: Instant
      submitted_at: Instant | null
      decided_at: Instant | null
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
  }
}
