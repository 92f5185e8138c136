import { auditEntry } from '#core/directory'
import type { Refusal } from '#kernel/base/refusal.ts'
import { commit, update } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { ApprovalFailure } from './approval.ts'
import { findApproval } from './approval-store.ts'
import type { AccessContext } from './context.ts'
import type { ApprovalId } from './ids.ts'
import type { StaffAuthor } from './staff.ts'

type Failed = { by: StaffAuthor; id: ApprovalId; refusal: Refusal }

/**
 * Keeps with an approval why it could not be carried out, for both of its people. It stays approved and may be tried
 * again. Nothing is recorded of one that is no longer approved: another call has used it, or it was withdrawn.
 */
export async function recordFailure(ctx: AccessContext, { by, id, refusal }: Failed): Promise<void> {
  const now = ctx.clock.now()
  const found = await findApproval(ctx.db, id, now)
  if (found?.approval.status !== 'approved') return
  const { code: reason, message, values } = refusal
  const failure: ApprovalFailure = { reason, message, values }
  const writes = [
    // Not a new version: a call that uses the approval at this moment does so, and clears this.
    update('access.approvals', {
      set: { failure: jsonb(failure), failed_at: now },
      where: { id, version: found.version },
      onMiss: () => new UsedMeanwhile(),
    }),
    auditEntry(now, by, {
      action: 'approvalNotCarriedOut',
      owner: found.approval.owner,
      subject: { type: 'approval', id },
      after: { reason },
    }),
  ]
  try {
    await commit(ctx, now, writes, 'record-failure')
  } catch (error) {
    if (!(error instanceof UsedMeanwhile)) throw error
  }
}

class UsedMeanwhile extends Error {
  override readonly name = 'UsedMeanwhile'
}
