import { type StaffId, staffActions } from '#core/access'
import { refuse } from '../refusals.ts'
import { type KycCase, statusAfter } from '../transition-case.ts'
import type { Hold } from './reviewers.ts'

/** What a person does with a case. */
export const caseActions = staffActions(
  {
    approve: { permission: 'kyc:decide' },
    reject: { permission: 'kyc:decide' },
    ask: { permission: 'kyc:decide' },
    assign: { permission: 'kyc:decide' },
    takeOver: { permission: 'kyc:decide' },
  },
  ['kyc_transition', 'kyc_hits_open', 'kyc_case_decided', 'kyc_case_not_waiting', 'kyc_case_not_held'],
)

type Case = Pick<KycCase, 'id' | 'status'>
type Known = {
  kycCase: Case
  /** The hits on sanctions lists that speak against an approval. */
  against: readonly { id: bigint }[]
  hold: Hold | undefined
  me: StaffId
}

export const caseGuards = ({ kycCase, against, hold, me }: Known) => ({
  approve: () => {
    statusAfter(kycCase.status, 'approve')
    requireNoHits(against)
  },
  reject: () => statusAfter(kycCase.status, 'reject'),
  ask: () => statusAfter(kycCase.status, 'requestMore'),
  assign: () => requireUndecided(kycCase),
  takeOver: () => requireHeldByOther(kycCase, hold, me),
})

export function requireNoHits(against: Known['against']): void {
  if (against.length > 0) throw refuse('kyc_hits_open', { hits: against.map(({ id }) => id).join(', ') })
}

export function requireWaiting({ id, status }: Case): void {
  if (status !== 'pending_review') throw refuse('kyc_case_not_waiting', { id, status })
}

export function requireUndecided({ id, status }: Case): void {
  if (status !== 'pending_review' && status !== 'in_progress') throw refuse('kyc_case_decided', { id, status })
}

export function requireHeldByOther(kycCase: Case, hold: Hold | undefined, me: StaffId): void {
  requireWaiting(kycCase)
  if (!hold || hold.by === me) throw refuse('kyc_case_not_held', { id: kycCase.id })
}
