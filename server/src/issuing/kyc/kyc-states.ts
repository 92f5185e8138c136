import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * Whether we know who a holder is (card-issuing, KYC status; product decision, KYC bodies). A holder without a case is
 * `not_started`; a rejected one may begin another case. An approved holder whose document has expired goes through it
 * again.
 */
export const kycStates = stateMachine('in_progress', {
  in_progress: { submit: 'pending_review' },
  pending_review: { approve: 'approved', reject: 'rejected', requestMore: 'in_progress' },
  approved: { expire: 'in_progress', review: 'pending_review' },
  rejected: {},
})
export type CaseStatus = StatusOf<typeof kycStates>
export type CaseAction = ActionOf<typeof kycStates>
/** As the interface shows it. */
export type KycStatus = 'not_started' | CaseStatus
