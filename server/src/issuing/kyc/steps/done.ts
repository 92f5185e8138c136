import type { HolderId } from '#issuing/ids'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Reader } from '#kernel/db/db.ts'
import { newestSubmissions, pepSubmissionsOf, sentBackOf } from '../store.ts'
import type { KycCase } from '../transition-case.ts'
import type { Answers } from './answers.ts'
import { type Done, notBegun } from './progress.ts'
import type { SubmittedStep } from './steps.ts'
import { openAnswers, type Submission } from './submission.ts'

type Parts = { db: Reader; keys: KeyRing }

/** What has been done of a case, or of none. */
export async function doneOf({ db, keys }: Parts, kycCase: KycCase | undefined): Promise<Done> {
  if (!kycCase) return notBegun
  const [submissions, sentBack] = await Promise.all([newestSubmissions(db, kycCase.id), sentBackOf(db, kycCase.id)])
  return {
    submitted: new Map(submissions.map(({ step, id }) => [step, id])),
    isPep: answersIn({ keys }, kycCase, submissions, 'pep')?.isPep === true,
    sentBack: new Map(sentBack.map(({ step, submissionId }) => [step, submissionId])),
  }
}

/** Whether the customer has said to be politically exposed, in any case: what was said last does not undo it. */
export const wasExposed = async (parts: Parts, holderId: HolderId): Promise<boolean> =>
  (await pepSubmissionsOf(parts.db, holderId)).some(
    (submission) => answersIn(parts, { holderId }, [submission], 'pep')?.isPep === true,
  )

/** The newest answers to a step; undefined when it was not submitted, or is erased. */
export function answersIn<Step extends SubmittedStep>(
  { keys }: { keys: KeyRing },
  { holderId }: Pick<KycCase, 'holderId'>,
  submissions: readonly Submission[],
  step: Step,
): Answers<Step> | undefined {
  const found = submissions.find((submission) => submission.step === step)
  return found?.sealed && openAnswers(keys, { holderId, step, key: found.key }, found.sealed)
}
