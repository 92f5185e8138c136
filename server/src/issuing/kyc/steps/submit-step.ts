import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import type { KycContext } from '../context.ts'
import { handIn } from '../hand-in.ts'
import type { CaseId, SubmissionId } from '../ids.ts'
import type { KycStatus } from '../kyc-states.ts'
import { refuse } from '../refusals.ts'
import { findCase } from '../store.ts'
import { beginCase, type KycCase, touchCase } from '../transition-case.ts'
import { ageMax, ageMin, isAdult } from './age.ts'
import type { Answers } from './answers.ts'
import { doneOf } from './done.ts'
import { type Done, progressOf } from './progress.ts'
import type { KycStep, SubmittedStep } from './steps.ts'
import { sealAnswers } from './submission.ts'

export type StepInput<Step extends SubmittedStep = SubmittedStep> = {
  holderId: HolderId
  partnerId: PartnerId
  step: Step
  answers: Answers<Step>
  fromWhere: string
  once(subjectId: string): Write[]
}

/**
 * Stores what a customer says of a step, beside what was said of it before. The first step begins a case, and the one
 * with which nothing is missing any more hands it in. Under review nothing changes: who decides must have seen all of it.
 */
export async function submitStep<Step extends SubmittedStep>(
  ctx: KycContext,
  input: StepInput<Step>,
): Promise<{ status: KycStatus; missing: KycStep[] }> {
  const { holderId, partnerId, step, answers } = input
  await countSubmission(ctx, holderId)
  return decide(async () => {
    const now = ctx.clock.now()
    checkAge(answers, now)
    const found = await findCase(ctx.db, holderId)
    const open = found?.status === 'rejected' ? undefined : found
    if (open && open.status !== 'in_progress') throw refuse('kyc_not_open', { status: open.status, allowed: [] })
    const before = await doneOf(ctx, open)
    if (step === 'confirm-pep' && !before.submitted.has('pep')) throw refuse('pep_not_answered', { allowed: ['pep'] })
    const { missing } = progressOf(withStep(before, step, answers))
    const { caseId, status, writes } = nextOf(now, { holderId, partnerId, open, isComplete: missing.length === 0 })
    const submission = insert('kyc.submissions', {
      case_id: caseId,
      step,
      ...sealAnswers(ctx.keys, { holderId, step }, answers),
      actor: actorOf(holderId),
      from_where: input.fromWhere,
      submitted_at: now,
    })
    await commit(ctx, now, [...writes, submission, ...input.once(holderId)], 'submit-step')
    return { status, missing }
  })
}

/** Each submission is a row that stays. */
async function countSubmission({ limiter }: KycContext, holderId: HolderId): Promise<void> {
  const taken = await limiter.take('kyc_submissions', holderId)
  if (!taken.allowed) throw refuse('too_many_submissions', { retryAfterSeconds: taken.retryAfterSeconds })
}

function checkAge(answers: Answers, now: Instant): void {
  if (!('dateOfBirth' in answers)) return
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  if (isAdult(Temporal.PlainDate.from(answers.dateOfBirth), today)) return
  throw refuse('age_out_of_range', { field: 'dateOfBirth', ageMin, ageMax })
}

/** What will have been done with this submission, whose number will be the highest. */
const withStep = (done: Done, step: SubmittedStep, answers: Answers): Done => ({
  ...done,
  submitted: new Map([...done.submitted, [step, highestNumber]]),
  isPep: 'isPep' in answers ? answers.isPep : done.isPep,
})
const highestNumber = (2n ** 63n - 1n) as SubmissionId

const actorOf = (holderId: HolderId): string => `holder ${holderId}`

type Next = { caseId: CaseId | Ref; status: KycStatus; writes: Write[] }

function nextOf(
  now: Instant,
  {
    holderId,
    partnerId,
    open,
    isComplete,
  }: Pick<StepInput, 'holderId' | 'partnerId'> & {
    open: KycCase | undefined
    isComplete: boolean
  },
): Next {
  const actor = actorOf(holderId)
  if (!open) {
    const { writes, caseRef } = beginCase(now, { holderId, partnerId }, { actor })
    return { caseId: caseRef, status: 'in_progress', writes }
  }
  if (!isComplete) return { caseId: open.id, status: open.status, writes: [touchCase(open)] }
  return { caseId: open.id, status: 'pending_review', writes: handIn(now, open, { actor }) }
}
