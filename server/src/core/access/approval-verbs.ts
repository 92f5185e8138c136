import { isPermitted } from '#kernel/http/route.ts'
import { type Approval, type Decided, decisionsFrom, isOperators, isRepeatedByHand } from './approval.ts'
import { approvalStates } from './approval-states.ts'
import type { StaffId } from './ids.ts'
import { refuse } from './refusals.ts'
import type { Staff, StaffCaller } from './staff.ts'
import { staffActions } from './staff-actions.ts'

/** What people do with an approval. Who decides must also be permitted what is to be approved. */
export const approvalVerbs = staffActions(
  {
    approve: { permission: 'approvals:decide' },
    reject: { permission: 'approvals:decide' },
    carryOut: { permission: 'approvals:decide' },
  },
  [
    'approval_not_open',
    'approval_by_same_person',
    'approval_by_own_token',
    'approval_of_operator',
    'approval_of_another',
    'approval_not_approved',
    'approval_not_carried_out',
  ],
)

export function approvalGuards(approval: Approval, { staff, permissions, via }: StaffCaller) {
  const decider = { staff, permissions, ...(via.kind === 'token' && { tokenMadeBy: via.madeBy }) }
  return {
    approve: () => requireDecidable(approval, 'approve', decider),
    reject: () => requireDecidable(approval, 'reject', decider),
    carryOut: () => {
      requireCarriedOut(approval, staff)
      requirePermitted(approval, decider)
    },
  }
}

export type Decider = Pick<StaffCaller, 'permissions'> & {
  staff: Pick<Staff, 'id' | 'email' | 'scope'>
  /** Of the token that decides. */
  tokenMadeBy?: StaffId | undefined
}

/** Returns the status that the decision leads to. */
export function requireDecidable(approval: Approval, decision: Decided, decider: Decider): 'approved' | 'rejected' {
  requirePermitted(approval, decider)
  const { id, action, status: from } = approval
  const { staff, tokenMadeBy } = decider
  if (isOperators(action) && staff.scope.kind !== 'platform') throw refuse('approval_of_operator', { action })
  if (decision === 'approve') expectAnotherPerson(approval, { staffId: staff.id, tokenMadeBy })
  const status = approvalStates.next(from, decision)
  if (status !== 'approved' && status !== 'rejected')
    throw refuse('approval_not_open', { id, status: from, allowed: decisionsFrom(from) })
  return status
}

/** Who has asked does what was approved. */
export function requireCarriedOut({ id, action, status, requestedBy }: Approval, staff: Pick<Staff, 'id'>): void {
  if (approvalStates.isFinal(status)) throw refuse('approval_not_open', { id, status, allowed: decisionsFrom(status) })
  if (requestedBy !== staff.id) throw refuse('approval_of_another', { id })
  if (status === 'requested') throw refuse('approval_not_approved', { id, allowed: [] })
  if (isRepeatedByHand(action)) throw refuse('approval_not_carried_out', { id, action })
}

function requirePermitted({ action }: Approval, { staff, permissions }: Decider): void {
  if (!isPermitted(permissions, action)) throw refuse('permission_missing', { who: staff.email, permission: action })
}

type Approver = Pick<Approval, 'tokenMadeBy'> & { staffId: StaffId }

/** The maker of a token can call with it as its person: where one side has the other's token, they are not two people. */
function expectAnotherPerson({ requestedBy, ...request }: Approval, { staffId, tokenMadeBy }: Approver): void {
  if (staffId === requestedBy) throw refuse('approval_by_same_person')
  const askers = [requestedBy, request.tokenMadeBy]
  const isOneOfThem = (id: StaffId | undefined) => id !== undefined && askers.includes(id)
  if (isOneOfThem(staffId) || isOneOfThem(tokenMadeBy)) throw refuse('approval_by_own_token')
}
