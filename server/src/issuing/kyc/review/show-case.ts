import type { StaffScope } from '#core/access'
import { type Author, auditEntry } from '#core/directory'
import { verificationsOf } from '#issuing/documents'
import { type ScreeningState, screeningOf } from '#issuing/screening'
import { commit } from '#kernel/db/commit/commit.ts'
import type { KycContext } from '../context.ts'
import type { CaseId } from '../ids.ts'
import type { Answers } from '../steps/answers.ts'
import { doneOf } from '../steps/done.ts'
import { type Progress, progressOf } from '../steps/progress.ts'
import type { SubmittedStep } from '../steps/steps.ts'
import { openAnswers, type Submission } from '../steps/submission.ts'
import {
  type CaseTransition,
  type CheckResult,
  type EarlierCase,
  earlierCases,
  type SentBack,
  sentBackOf,
  submissionsOf,
  transitionsOf,
} from '../store.ts'
import type { KycCase } from '../transition-case.ts'
import { caseWithin, ownerOf } from './case-within.ts'
import { withWork } from './list-cases.ts'
import type { Reviewers } from './reviewers.ts'

type Verifications = Awaited<ReturnType<typeof verificationsOf>>

/** A case with everything that it takes to decide about it. */
export type CaseFile = {
  kycCase: KycCase
  /** Newest first: of each step the first one counts. */
  submissions: readonly (Omit<Submission, 'key' | 'sealed'> & {
    /** Undefined: erased, or of our pages. */
    answers: Answers | undefined
  })[]
  /** What was handed in on our pages, as far as it is not deleted. */
  verifications: Verifications
  progress: Progress
  sentBack: readonly SentBack[]
  check: CheckResult | undefined
  screening: ScreeningState
  reviewers: Reviewers | undefined
  /** Other cases of the customer, newest first. */
  earlier: readonly EarlierCase[]
  transitions: readonly CaseTransition[]
}

/** Reads the file of a case. It is personal, so that who looked is in the audit. */
export async function showCase(
  ctx: KycContext,
  { by, scope, caseId }: { by: Author; scope: StaffScope; caseId: CaseId },
): Promise<CaseFile> {
  const kycCase = await caseWithin(ctx.db, caseId, scope)
  const subject = { type: 'kycCase', id: caseId }
  const now = ctx.clock.now()
  await commit(
    ctx,
    now,
    [auditEntry(now, by, { action: 'kycCaseViewed', owner: ownerOf(kycCase), subject })],
    'show-case',
  )
  const [submissions, verifications, done, sentBack, [listed], screening, earlier, transitions] = await Promise.all([
    submissionsOf(ctx.db, caseId, submissionsMax),
    verificationsOf(ctx, kycCase.holderId),
    doneOf(ctx, kycCase),
    sentBackOf(ctx.db, caseId),
    withWork(ctx.db, [kycCase]),
    screeningOf(ctx.db, kycCase.holderId),
    earlierCases(ctx.db, kycCase),
    transitionsOf(ctx.db, caseId),
  ])
  const { holderId } = kycCase
  return {
    kycCase,
    submissions: submissions.map(({ key, sealed, ...submission }) => ({
      ...submission,
      // What is sealed was submitted as answers.
      answers: sealed && openAnswers(ctx.keys, { holderId, step: submission.step as SubmittedStep, key }, sealed),
    })),
    verifications,
    progress: progressOf(done),
    sentBack,
    check: listed?.check,
    reviewers: listed?.reviewers,
    screening,
    earlier,
    transitions,
  }
}
/** A customer may submit a hundred times in an hour; what counts is the newest. */
const submissionsMax = 500
