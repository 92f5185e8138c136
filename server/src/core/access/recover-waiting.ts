import type { Accepted } from '#kernel/http/json-route.ts'
import { waitsFor } from './approval-shapes.ts'
import type { ApprovalId } from './ids.ts'
import type { Approvals } from './open-approvals.ts'
import type { StaffCaller } from './staff.ts'

/** What an Idempotency-Key was used for, when its call asked for an approval; other calls name their own thing. */
export const subjectOfApproval = (id: ApprovalId): string => `approval ${id}`

/**
 * The `recover` of a route that may wait for an approval: the reply that got lost was the approval that it asked for, or
 * that of the thing itself.
 */
export const recoverWaiting =
  <Result>(
    { approvals }: { approvals: Pick<Approvals, 'get'> },
    recover: (caller: StaffCaller, subjectId: string) => Promise<Result>,
  ) =>
  async (caller: StaffCaller, subjectId: string): Promise<Result | Accepted<unknown>> => {
    const approvalId = /^approval (\d+)$/.exec(subjectId)?.[1]
    if (approvalId === undefined) return recover(caller, subjectId)
    return waitsFor(await approvals.get(BigInt(approvalId) as ApprovalId, caller.staff.scope))
  }
