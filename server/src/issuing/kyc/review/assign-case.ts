import { checkReason, peopleWhoMay, type StaffAuthor, type StaffId, type StaffScope } from '#core/access'
import { auditEntry } from '#core/directory'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { KycContext } from '../context.ts'
import type { CaseId } from '../ids.ts'
import { refuse } from '../refusals.ts'
import { requireUndecided } from './case-actions.ts'
import { caseWithin, ownerOf } from './case-within.ts'
import { reviewersOf, workWrite } from './reviewers.ts'

export type AssignInput = {
  by: StaffAuthor
  scope: StaffScope
  caseId: CaseId
  /** Undefined: nobody's any more. */
  staffId: StaffId | undefined
  once?: ((subjectId: string) => Write[]) | undefined
}

/** Assigns a case to a colleague, or to nobody. It says who is to decide, and keeps nobody else from it. */
export const assignCase = (ctx: KycContext, { caseId, scope, staffId, once, ...input }: AssignInput): Promise<void> =>
  decide(async () => {
    const kycCase = await caseWithin(ctx.db, caseId, scope)
    const by = { ...input.by, reason: checkReason(input.by.reason) }
    requireUndecided(kycCase)
    if (staffId !== undefined && !(await colleagues(ctx, scope)).some(({ id }) => id === staffId))
      throw refuse('kyc_reviewer_not_found', { field: 'staffId', staffId: String(staffId) })
    const [before] = await reviewersOf(ctx.db, [caseId])
    const now = ctx.clock.now()
    const nameOf = (id: StaffId | null | undefined) => (id == null ? null : `staff ${id}`)
    const writes = [
      workWrite(caseId, before, { assigned_to: staffId ?? null }),
      auditEntry(now, by, {
        action: 'kycCaseAssigned',
        owner: ownerOf(kycCase),
        subject: { type: 'kycCase', id: caseId },
        before: { assignedTo: nameOf(before?.assignedTo) },
        after: { assignedTo: nameOf(staffId) },
      }),
      ...(once?.(String(caseId)) ?? []),
    ]
    await commit(ctx, now, writes, 'assign-case')
  })

/** To whom somebody may assign a case: people of the same organization who may decide about it. */
export const colleagues = ({ db }: Pick<KycContext, 'db'>, scope: StaffScope) => peopleWhoMay(db, scope, 'kyc:decide')
