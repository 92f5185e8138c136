import { checkReason, type StaffAuthor, type StaffId, type StaffScope } from '#core/access'
import { auditEntry } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { KycContext } from '../context.ts'
import type { CaseId } from '../ids.ts'
import type { KycCase } from '../transition-case.ts'
import { requireHeldByOther, requireWaiting } from './case-actions.ts'
import { caseWithin, ownerOf } from './case-within.ts'
import { type Hold, heldFor, heldWrite, holdOf, type Reviewers, reviewersOf } from './reviewers.ts'

export type HoldInput = {
  by: StaffAuthor & { staffId: StaffId }
  scope: StaffScope
  caseId: CaseId
  once?: ((subjectId: string) => Write[]) | undefined
}

type Found = { kycCase: KycCase; reviewers: Reviewers | undefined; hold: Hold | undefined; now: Instant }

async function found(ctx: KycContext, { scope, caseId }: HoldInput): Promise<Found> {
  const kycCase = await caseWithin(ctx.db, caseId, scope)
  const [reviewers] = await reviewersOf(ctx.db, [caseId])
  const now = ctx.clock.now()
  return { kycCase, reviewers, hold: holdOf(kycCase, reviewers, now), now }
}

/**
 * Holds a case for who looks at it, so that two people do not do the same work; or renews that. What somebody else holds
 * stays theirs. It keeps nobody from deciding: of two decisions the first counts.
 */
export const holdCase = (ctx: KycContext, input: HoldInput): Promise<void> =>
  decide(async () => {
    const { kycCase, reviewers, hold, now } = await found(ctx, input)
    requireWaiting(kycCase)
    const { by, caseId } = input
    if (hold && hold.by !== by.staffId) return
    const next = { by: by.staffId, from: hold?.from ?? now, until: now.add(heldFor) }
    const entry = hold ? [] : [audited(now, input, kycCase, 'kycCaseHeld')]
    await commit(ctx, now, [heldWrite(caseId, reviewers, next), ...entry], 'hold-case')
  })

/** Holds a case that somebody else holds, on purpose. */
export const takeOverCase = (ctx: KycContext, input: HoldInput): Promise<void> =>
  decide(async () => {
    const { kycCase, reviewers, hold, now } = await found(ctx, input)
    const by = { ...input.by, reason: checkReason(input.by.reason) }
    requireHeldByOther(kycCase, hold, by.staffId)
    const { caseId, once } = input
    const writes = [
      heldWrite(caseId, reviewers, { by: by.staffId, from: now, until: now.add(heldFor) }),
      auditEntry(now, by, {
        action: 'kycCaseTakenOver',
        owner: ownerOf(kycCase),
        subject: { type: 'kycCase', id: caseId },
        before: { heldBy: `staff ${hold?.by}` },
        after: { heldBy: by.actor },
      }),
      ...(once?.(String(caseId)) ?? []),
    ]
    await commit(ctx, now, writes, 'hold-case')
  })

/** Who leaves a case does not look at it any more. Of a case that the person does not hold, nothing changes. */
export const releaseCase = (ctx: KycContext, input: HoldInput): Promise<void> =>
  decide(async () => {
    const { kycCase, reviewers, hold, now } = await found(ctx, input)
    if (hold?.by !== input.by.staffId) return
    const entry = audited(now, input, kycCase, 'kycCaseReleased')
    await commit(ctx, now, [heldWrite(input.caseId, reviewers, undefined), entry], 'hold-case')
  })

const audited = (now: Instant, { by }: HoldInput, kycCase: KycCase, action: string): Write =>
  auditEntry(now, by, { action, owner: ownerOf(kycCase), subject: { type: 'kycCase', id: kycCase.id } })
