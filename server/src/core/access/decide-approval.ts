import { auditEntry } from '#core/directory'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { isPermitted, type Permissions } from '#kernel/http/route.ts'
import { type Approval, type Decided, decisionsFrom, isOperators } from './approval.ts'
import { approvalStates } from './approval-states.ts'
import { findApproval } from './approval-store.ts'
import type { AccessContext } from './context.ts'
import type { ApprovalId, StaffId } from './ids.ts'
import { checkReason } from './reason.ts'
import { refuse } from './refusals.ts'
import { changed } from './require-approval.ts'
import { isWithin, permissionsOf } from './roles.ts'
import type { StaffAuthor } from './staff.ts'
import { findStaff } from './store.ts'

export type Decision = {
  by: StaffAuthor
  id: ApprovalId
  decision: Decided
  /** Of the token, when there is one: it may allow less than the person's role. */
  permissions?: Permissions | undefined
  once?: ((approvalId: ApprovalId) => Write[]) | undefined
}

/**
 * Approves or rejects, as a person who may do the thing itself and has not asked for it, by a token neither. Who asked may
 * reject it, which withdraws it.
 */
export const decideApproval = (ctx: AccessContext, { by, id, decision, permissions, once }: Decision) =>
  decide(async (): Promise<Approval> => {
    const decision_reason = checkReason(by.reason)
    const now = ctx.clock.now()
    const person = by.staffId === undefined ? undefined : await findStaff(ctx.db, by.staffId)
    if (!person) throw refuse('person_required', { action: 'approvals:decide' })
    const { staff } = person
    const found = await findApproval(ctx.db, id, now)
    if (!found || !isWithin(staff.scope, found.approval.owner)) throw refuse('approval_not_found', { id })
    const { approval } = found
    if (!isPermitted(permissions ?? permissionsOf(staff.role, undefined), approval.action))
      throw refuse('permission_missing', { who: staff.email, permission: approval.action })
    if (isOperators(approval.action) && staff.scope.kind !== 'platform')
      throw refuse('approval_of_operator', { action: approval.action })
    if (decision === 'approve') expectAnotherPerson(approval, { staffId: staff.id, tokenMadeBy: by.tokenMadeBy })
    const status = approvalStates.next(approval.status, decision)
    if (status !== 'approved' && status !== 'rejected')
      throw refuse('approval_not_open', { id, status: approval.status, allowed: decisionsFrom(approval.status) })
    const decided = { decided_by: staff.id, decision_reason, decided_at: now }
    const writes = [
      changed(found, { status, ...decided }),
      auditEntry(now, by, {
        action: decision === 'approve' ? 'approvalApproved' : 'approvalRejected',
        owner: approval.owner,
        subject: { type: 'approval', id },
        after: { action: approval.action, subject: approval.subject },
      }),
      ...(once?.(id) ?? []),
    ]
    await commit(ctx, now, writes, 'decide-approval')
    return { ...approval, status, decidedBy: staff.id, decisionReason: decision_reason, decidedAt: now }
  })

type Approver = Pick<Approval, 'tokenMadeBy'> & { staffId: StaffId }

/** The maker of a token can call with it as its person: where one side has the other's token, they are not two people. */
function expectAnotherPerson({ requestedBy, ...request }: Approval, { staffId, tokenMadeBy }: Approver): void {
  if (staffId === requestedBy) throw refuse('approval_by_same_person')
  const askers = [requestedBy, request.tokenMadeBy]
  const isOneOfThem = (id: StaffId | undefined) => id !== undefined && askers.includes(id)
  if (isOneOfThem(staffId) || isOneOfThem(tokenMadeBy)) throw refuse('approval_by_own_token')
}
