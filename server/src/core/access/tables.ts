import type { Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { OwnerKind } from '#kernel/base/owner.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { Permission } from '#kernel/http/route.ts'
import type { ApprovalAction, ApprovalFailure } from './approval.ts'
import type { ApprovalStatus } from './approval-states.ts'
import type {
  ApprovalId,
  StaffChallengeId,
  StaffFactorId,
  StaffId,
  StaffInvitationId,
  StaffRecoveryCodeId,
  StaffSessionId,
  StaffTokenId,
} from './ids.ts'
import type { StaffRole, StaffScope } from './roles.ts'
import type { ChallengePurpose } from './second-factor/challenges.ts'
import type { Factor, LoggedInWith } from './second-factor/factor.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'access.staff': {
      id: Generated<StaffId>
      version: Generated<number>
      scope_kind: StaffScope['kind']
      scope_id: string
      email: string
      name: string
      role: StaffRole
      active: Generated<boolean>
      password_hash: string | null
      password_set_at: Generated<Instant | null>
      created_at: Instant
      seal_salt: Generated<string | null>
      has_second_factor: Generated<boolean>
      mac: Generated<Uint8Array | null>
    }
    'access.staff_tokens': {
      id: Generated<StaffTokenId>
      staff_id: StaffId
      name: string
      fingerprint: Uint8Array
      permissions: readonly Permission[] | null
      created_at: Instant
      expires_at: Instant
      revoked_at: Instant | null
      made_by: StaffId | null
      mac: Generated<Uint8Array | null>
    }
    'access.staff_invitations': {
      id: Generated<StaffInvitationId>
      staff_id: StaffId
      fingerprint: Uint8Array
      created_at: Instant
      expires_at: Instant
      used_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'access.staff_sessions': {
      id: Generated<StaffSessionId>
      staff_id: StaffId
      fingerprint: Uint8Array
      agent: string
      ip: string
      created_at: Instant
      last_used_at: Instant
      authenticated_at: Instant
      expires_at: Instant
      ended_at: Instant | null
      logged_in_with: Generated<LoggedInWith>
      mac: Generated<Uint8Array | null>
    }
    'access.staff_factors': {
      id: Generated<StaffFactorId>
      staff_id: StaffId
      kind: Factor['kind']
      name: string
      sealed_secret: Uint8Array | null
      last_step: bigint | null
      credential_id: Uint8Array | null
      public_key: Uint8Array | null
      counter: bigint | null
      transports: readonly string[] | null
      created_at: Instant
      last_used_at: Instant | null
      removed_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'access.staff_recovery_codes': {
      id: Generated<StaffRecoveryCodeId>
      staff_id: StaffId
      fingerprint: Uint8Array
      created_at: Instant
      ended_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'access.staff_challenges': {
      id: Generated<StaffChallengeId>
      fingerprint: Uint8Array
      purpose: ChallengePurpose
      staff_id: StaffId | null
      created_at: Instant
      expires_at: Instant
      used_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'access.approvals': {
      id: Generated<ApprovalId>
      version: Generated<number>
      action: ApprovalAction
      owner_kind: OwnerKind
      owner_id: string
      subject_type: string
      subject_id: string
      request: Json<unknown>
      status: ApprovalStatus
      requested_by: StaffId
      request_reason: string
      requested_at: Instant
      expires_at: Instant
      decided_by: StaffId | null
      decision_reason: string | null
      decided_at: Instant | null
      used_at: Instant | null
      token_made_by: StaffId | null
      made_type: string | null
      made_id: string | null
      failure: Json<ApprovalFailure> | null
      failed_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'access.token_keys': {
      id: Generated<bigint>
      kid: string
      public_key: string
      sealed: Uint8Array
      created_at: Instant
      signs_from: Instant
      expires_at: Instant
      mac: Generated<Uint8Array | null>
    }
  }
}
