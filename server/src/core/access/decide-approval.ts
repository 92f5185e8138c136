import { auditEntry } from '#core/directory'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { Permissions } from '#kernel/http/route.ts'
import type { Approval, Decided } from './approval.ts'
import { findApproval } from './approval-store.ts'
import { requireDecidable } from './approval-verbs.ts'
import type { AccessContext } from './context.ts'
import type { ApprovalId } from './ids.ts'
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
    const decider = { staff, permissions: permissions ?? permissionsOf(staff.role, undefined) }
    const status = requireDecidable(approval, decision, { ...decider, tokenMadeBy: by.tokenMadeBy })
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
