import type { Refusal } from '#kernel/base/refusal.ts'
import type { Approval } from './approval.ts'
import { type ApprovalFilter, findApproval, listApprovals } from './approval-store.ts'
import { requireCarriedOut } from './approval-verbs.ts'
import { type Attempted, attempt } from './attempt.ts'
import { type Decision, decideApproval } from './decide-approval.ts'
import type { ApprovalId } from './ids.ts'
import { recordFailure } from './record-failure.ts'
import { refuse } from './refusals.ts'
import { type ApprovalsContext, type Clearance, type Requested, requireApproval } from './require-approval.ts'
import { isWithin, type StaffScope } from './roles.ts'
import type { Staff, StaffAuthor } from './staff.ts'

/** What one person asks for and another approves. Every change is audited in the same commit. */
export type Approvals = {
  /**
   * For a use case that may need a second person, inside its `decide`: allowed, with writes for its own commit, or
   * waiting for an approval.
   */
  require(requested: Requested): Promise<Clearance>
  /** For the whole of such a use case: what refuses it, once it was approved, is kept with the approval. */
  attempt<Result>(attempted: Attempted, run: () => Promise<Result>): Promise<Result>
  decide(decision: Decision): Promise<Approval>
  /** Refuses one that this scope may not see, as one that is not there. */
  get(id: ApprovalId, scope: StaffScope): Promise<Approval>
  /** What this person asked for and may do now: refuses what is not approved, and what somebody else asked for. */
  toCarryOut(id: ApprovalId, staff: Pick<Staff, 'id' | 'scope'>): Promise<Approval>
  /** Keeps why carrying it out was refused, while it is still approved. */
  recordFailure(failed: { by: StaffAuthor; id: ApprovalId; refusal: Refusal }): Promise<void>
  /** Oldest first; of one owner, when it is given. */
  list(
    filter: ApprovalFilter,
    page: { page: number; size: number },
  ): Promise<{ data: readonly Approval[]; total: number }>
}

export const openApprovals = (ctx: ApprovalsContext): Approvals => ({
  require: (requested) => requireApproval(ctx, requested),
  attempt: (attempted, run) => attempt(ctx, attempted, run),
  decide: (decision) => decideApproval(ctx, decision),
  get: (id, scope) => getApproval(ctx, id, scope),
  toCarryOut: async (id, staff) => {
    const approval = await getApproval(ctx, id, staff.scope)
    requireCarriedOut(approval, staff)
    return approval
  },
  recordFailure: (failed) => recordFailure(ctx, failed),
  list: (filter, page) => listApprovals(ctx.db, filter, { ...page, now: ctx.clock.now() }),
})

async function getApproval(ctx: ApprovalsContext, id: ApprovalId, scope: StaffScope): Promise<Approval> {
  const found = await findApproval(ctx.db, id, ctx.clock.now())
  if (!found || !isWithin(scope, found.approval.owner)) throw refuse('approval_not_found', { id })
  return found.approval
}
