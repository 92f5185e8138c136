import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Ref, Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { handIn } from '../hand-in.ts'
import type { CaseId, SubmissionId } from '../ids.ts'
import type { KycStatus } from '../kyc-states.ts'
import { refuse } from '../refusals.ts'
import { findCase, sentBackOf } from '../store.ts'
import { beginCase, type KycCase, touchCase } from '../transition-case.ts'
import { doneOf } from './done.ts'
import { type Done, progressOf } from './progress.ts'
import type { KycStep } from './steps.ts'

type Taken = {
  now: Instant
  holderId: HolderId
  partnerId: PartnerId
  step: KycStep
  /** What the step answers to whether the customer is a politically exposed person. */
  isPep?: boolean | undefined
}

/** What follows for the case of a holder who takes a step: the writes that belong in the commit of its submission. */
export type StepTaken = { caseId: CaseId | Ref; status: KycStatus; missing: KycStep[]; writes: Write[] }

/**
 * The first step begins a case, and the one with which nothing is missing any more hands it in. Under review nothing
 * changes: who decides must have seen all of it.
 */
export async function takeStep(ctx: { db: Reader; keys: KeyRing }, taken: Taken): Promise<StepTaken> {
  const { now, holderId, partnerId, step } = taken
  const found = await findCase(ctx.db, holderId)
  const open = found?.status === 'rejected' ? undefined : found
  if (open && open.status !== 'in_progress') throw refuse('kyc_not_open', { status: open.status, allowed: [] })
  const before = await doneOf(ctx, open)
  if (open) await requireOpenStep(ctx.db, open, before, step)
  if (step === 'confirm-pep' && !before.submitted.has('pep')) throw refuse('pep_not_answered', { allowed: ['pep'] })
  const { missing } = progressOf(withStep(before, taken))
  const actor = actorOf(holderId)
  if (!open) {
    const { writes, caseRef } = beginCase(now, { holderId, partnerId }, { actor })
    return { caseId: caseRef, status: 'in_progress', missing, writes }
  }
  return { caseId: open.id, missing, ...next(now, open, missing.length === 0) }
}

/** What was handed in once is decided about; only what was sent back since then, or was never said, is taken again. */
async function requireOpenStep(db: Reader, { id, submittedAt }: KycCase, before: Done, step: KycStep): Promise<void> {
  if (!submittedAt || progressOf(before).missing.includes(step)) return
  const from = step === 'confirm-pep' ? 'pep' : step
  const sentBack = (await sentBackOf(db, id)).find((one) => one.step === from)
  if (!sentBack || Temporal.Instant.compare(sentBack.sentBackAt, submittedAt) < 0)
    throw refuse('kyc_step_not_sent_back', { step, allowed: progressOf(before).missing })
}

const next = (now: Instant, open: KycCase, isComplete: boolean): Pick<StepTaken, 'status' | 'writes'> =>
  isComplete
    ? { status: 'pending_review', writes: handIn(now, open, { actor: actorOf(open.holderId) }) }
    : { status: open.status, writes: [touchCase(open)] }

export const actorOf = (holderId: HolderId): string => `holder ${holderId}`

/** What will have been done with this submission, whose number will be the highest. */
const withStep = (done: Done, { step, isPep }: Taken): Done => ({
  ...done,
  submitted: new Map([...done.submitted, [step, highestNumber]]),
  isPep: isPep ?? done.isPep,
})
const highestNumber = (2n ** 63n - 1n) as SubmissionId
