import type { RejectReason } from '#connectors/identity/port.ts'
import type { PartnerId } from '#core/partners'
import { holderOwner } from '#issuing/holders'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, type Ref, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { CaseId } from './ids.ts'
import { type CaseAction, type CaseStatus, kycStates } from './kyc-states.ts'
import { refuse } from './refusals.ts'

/** One attempt of a holder to be approved. */
export type KycCase = {
  id: CaseId
  version: number
  holderId: HolderId
  /** Whose customer the holder is. */
  partnerId: PartnerId
  status: CaseStatus
  rejectReason: RejectReason | undefined
  createdAt: Instant
  /** When nothing was missing any more, the last time. */
  submittedAt: Instant | undefined
  decidedAt: Instant | undefined
  /** When an approved customer is verified again, as far as it is known by now. */
  dueAt: Instant | undefined
}
type CaseVersion = Pick<KycCase, 'id' | 'version' | 'holderId' | 'status'>
export type By = { actor: string; reason?: string | undefined }
type Transition = By &
  (
    | { action: Exclude<CaseAction, 'reject'>; rejectReason?: undefined }
    | { action: 'reject'; rejectReason: RejectReason }
  )

/** The writes that begin a case: with its history and its event. */
export function beginCase(
  now: Instant,
  { holderId, partnerId }: Pick<KycCase, 'holderId' | 'partnerId'>,
  { actor }: By,
): { writes: Write[]; caseRef: Ref } {
  const caseRef = ref('case')
  const status = kycStates.initial
  const row = {
    holder_id: holderId,
    partner_id: partnerId,
    status,
    reject_reason: null,
    created_at: now,
    submitted_at: null,
    decided_at: null,
  }
  const writes = [
    insert('kyc.cases', row, { as: caseRef, onDuplicate: { one_case_at_a_time: 'stale' } }),
    insert('kyc.case_transitions', {
      case_id: caseRef,
      from_status: null,
      to_status: status,
      action: 'begin',
      actor,
      reason: null,
      occurred_at: now,
    }),
    announce('kycStatusChanged', {
      owner: holderOwner(holderId),
      subjectId: holderId,
      body: { caseId: 'new', action: 'begin', status },
      subject: { holderId, status, rejectReason: undefined },
    }),
  ]
  return { writes, caseRef }
}

/** The only way a case changes its status: as the table submits, with its history and its event in the same commit. */
export function transitionCase(
  now: Instant,
  { id, version, holderId, status: from }: CaseVersion,
  { action, actor, reason, rejectReason }: Transition,
): Write[] {
  const status = statusAfter(from, action)
  return [
    update('kyc.cases', {
      set: {
        status,
        reject_reason: rejectReason ?? null,
        ...(action === 'submit' && { submitted_at: now }),
        ...((action === 'approve' || action === 'reject') && { decided_at: now }),
        // Of an approved case it is found out next: verify-again.ts.
        due_at: action === 'approve' ? now : null,
        leased_until: null,
        version: version + 1,
      },
      where: { id, version },
    }),
    insert('kyc.case_transitions', {
      case_id: id,
      from_status: from,
      to_status: status,
      action,
      actor,
      reason: reason ?? null,
      occurred_at: now,
    }),
    announce('kycStatusChanged', {
      owner: holderOwner(holderId),
      subjectId: holderId,
      body: { caseId: String(id), action, status, ...(rejectReason && { rejectReason }) },
      subject: { holderId, status, rejectReason },
    }),
  ]
}

/** Refuses what the table does not have. */
export function statusAfter(from: CaseStatus, action: CaseAction): CaseStatus {
  const status = kycStates.next(from, action)
  if (!status) throw refuse('kyc_transition', { status: from, action, allowed: allowedFrom(from) })
  return status
}

/** For a commit that changes what is known of the case and leaves its status: nobody decides about it meanwhile. */
export const touchCase = ({ id, version, status }: CaseVersion): Write =>
  update('kyc.cases', { set: { version: version + 1 }, where: { id, version, status } })

const allowedFrom = (status: CaseStatus): string[] =>
  kycStates.edges.filter(({ from }) => from === status).map(({ action }) => action)
