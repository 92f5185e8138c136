import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { KycContext } from '../context.ts'
import type { KycStatus } from '../kyc-states.ts'
import { refuse } from '../refusals.ts'
import { ageMax, ageMin, isAdult } from './age.ts'
import type { Answers } from './answers.ts'
import type { KycStep, SubmittedStep } from './steps.ts'
import { sealAnswers } from './submission.ts'
import { actorOf, takeStep } from './take-step.ts'

export type StepInput<Step extends SubmittedStep = SubmittedStep> = {
  holderId: HolderId
  partnerId: PartnerId
  step: Step
  answers: Answers<Step>
  fromWhere: string
  once(subjectId: string): Write[]
}

/** Stores what a customer says of a step, beside what was said of it before. */
export async function submitStep<Step extends SubmittedStep>(
  ctx: KycContext,
  input: StepInput<Step>,
): Promise<{ status: KycStatus; missing: KycStep[] }> {
  const { holderId, partnerId, step, answers } = input
  await countSubmission(ctx, holderId)
  return decide(async () => {
    const now = ctx.clock.now()
    checkAge(answers, now)
    const isPep = 'isPep' in answers ? answers.isPep : undefined
    const { caseId, status, missing, writes } = await takeStep(ctx, { now, holderId, partnerId, step, isPep })
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
