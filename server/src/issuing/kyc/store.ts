import { sql } from 'kysely'
import type { StaffId } from '#core/access'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { guard, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import type { Check, CheckStatus, PersonsDecide } from './identity/check.ts'
import type { CaseId, CheckId, SubmissionId } from './ids.ts'
import type { CaseStatus, KycStatus } from './kyc-states.ts'
import { refuse } from './refusals.ts'
import type { SendBackReason } from './steps/send-back-reasons.ts'
import type { KycStep } from './steps/steps.ts'
import type { Submission } from './steps/submission.ts'
import type { KycCase } from './transition-case.ts'

const cases = (db: Reader) =>
  db.read
    .selectFrom('kyc.cases')
    .select(['id', 'version', 'holder_id as holderId', 'partner_id as partnerId', 'status'])
    .select(['reject_reason as rejectReason', 'created_at as createdAt'])
    .select(['submitted_at as submittedAt', 'decided_at as decidedAt', 'due_at as dueAt'])
type Row = Awaited<ReturnType<ReturnType<typeof cases>['executeTakeFirstOrThrow']>>
const caseOf = ({ rejectReason, submittedAt, decidedAt, dueAt, ...row }: Row): KycCase => ({
  ...row,
  rejectReason: rejectReason ?? undefined,
  submittedAt: submittedAt ?? undefined,
  decidedAt: decidedAt ?? undefined,
  dueAt: dueAt ?? undefined,
})

/** The newest case of a holder. */
export async function findCase(db: Reader, holderId: HolderId): Promise<KycCase | undefined> {
  const row = await cases(db).where('holder_id', '=', holderId).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row && caseOf(row)
}

export async function findCaseById(db: Reader, id: CaseId): Promise<KycCase | undefined> {
  const row = await cases(db).where('id', '=', id).executeTakeFirst()
  return row && caseOf(row)
}

export const getCase = async (db: Reader, id: CaseId): Promise<KycCase> => (await findCaseById(db, id))!

export type CaseFilter = {
  /** One of these. */
  statuses: readonly CaseStatus[]
  /** Of these partners; undefined: of all. */
  only?: readonly PartnerId[] | undefined
  holderId?: HolderId | undefined
  /** Null: nobody. */
  assignedTo?: StaffId | null | undefined
}

/** Who has waited longest first. */
export async function pageOfCases(
  db: Reader,
  { statuses, only, holderId, assignedTo }: CaseFilter,
  page: Page,
): Promise<{ data: KycCase[]; total: number }> {
  const matching = cases(db)
    .where(sql<boolean>`status = any(${statuses}::text[])`)
    .$if(only !== undefined, (query) => query.where(sql<boolean>`partner_id = any(${only}::integer[])`))
    .$if(holderId !== undefined, (query) => query.where('holder_id', '=', holderId!))
    .$if(assignedTo !== undefined, (query) => query.where(isAssigned(assignedTo!)))
    .orderBy('submitted_at')
    .orderBy('id')
  const { data, total } = await readPage(matching, page)
  return { data: data.map(caseOf), total }
}

const isAssigned = (to: StaffId | null) =>
  to === null
    ? sql<boolean>`not exists (select from kyc.reviewers r where r.case_id = kyc.cases.id and r.assigned_to is not null)`
    : sql<boolean>`id in (select r.case_id from kyc.reviewers r where r.assigned_to = ${to})`

/** Another case of the same customer, with who has decided it and why. */
export type EarlierCase = Pick<KycCase, 'id' | 'status' | 'rejectReason' | 'decidedAt'> & {
  actor: string | null
  reason: string | null
}

/** Newest first, at most twenty. */
export async function earlierCases(db: Reader, { id, holderId }: Pick<KycCase, 'id' | 'holderId'>) {
  const rows = await cases(db)
    .where('holder_id', '=', holderId)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(earlierMax)
    .execute()
  const decisions = await db.read
    .selectFrom('kyc.case_transitions')
    .distinctOn('case_id')
    .select(['case_id as caseId', 'actor', 'reason'])
    .where('case_id', 'in', [...rows.map((row) => row.id), 0n as CaseId])
    .where('action', 'in', ['approve', 'reject'])
    .orderBy('case_id')
    .orderBy('id', 'desc')
    .execute()
  const decisionOf = new Map(decisions.map((one) => [one.caseId, one]))
  return rows.map((row): EarlierCase => {
    const { status, rejectReason, decidedAt } = caseOf(row)
    const { actor = null, reason = null } = decisionOf.get(row.id) ?? {}
    return { id: row.id, status, rejectReason, decidedAt, actor, reason }
  })
}
const earlierMax = 20

export const kycStatusOf = async (db: Reader, holderId: HolderId): Promise<KycStatus> =>
  (await findCase(db, holderId))?.status ?? 'not_started'

/**
 * Customers correct what they have handed in until it is under review. Returns what keeps the case open until a commit is
 * done; a customer without a case, or with a rejected one, may begin.
 */
export async function keepCorrectable(db: Reader, holderId: HolderId): Promise<Write[]> {
  const found = await findCase(db, holderId)
  if (!found || found.status === 'rejected') return []
  if (found.status !== 'in_progress') throw refuse('kyc_not_open', { status: found.status, allowed: [] })
  return [guard('kyc.cases', { id: found.id, status: 'in_progress' })]
}

/** Whether a case was ever approved, and whether one before it was rejected. */
export async function pastOf(
  db: Reader,
  { id, holderId }: Pick<KycCase, 'id' | 'holderId'>,
): Promise<{ approved: boolean; rejected: boolean }> {
  const [row] = await db.run(
    `select exists (select from kyc.case_transitions where case_id = $1 and action = 'approve') as approved,
            exists (select from kyc.cases where holder_id = $2 and id < $1 and status = 'rejected') as rejected`,
    [id, holderId],
  )
  return row as { approved: boolean; rejected: boolean }
}

const submissions = (db: Reader) =>
  db.read
    .selectFrom('kyc.submissions')
    .select(['id', 'step', 'key', 'sealed', 'verification_id as verificationId', 'submitted_at as submittedAt'])
type SubmissionRow = Awaited<ReturnType<ReturnType<typeof submissions>['executeTakeFirstOrThrow']>>
const submissionOf = ({ sealed, verificationId, ...row }: SubmissionRow): Submission => ({
  ...row,
  sealed: sealed ?? undefined,
  verificationId: verificationId ?? undefined,
})

/** The newest submission of each step. */
export async function newestSubmissions(db: Reader, caseId: CaseId): Promise<Submission[]> {
  const rows = await submissions(db)
    .distinctOn('step')
    .where('case_id', '=', caseId)
    .orderBy('step')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(submissionOf)
}

/** Every answer to whether the customer is politically exposed, of all cases. */
export const pepSubmissionsOf = async (db: Reader, holderId: HolderId): Promise<Submission[]> =>
  (
    await submissions(db)
      .where('step', '=', 'pep')
      .where(sql<boolean>`case_id in (select id from kyc.cases where holder_id = ${holderId})`)
      .execute()
  ).map(submissionOf)

/** With those that were corrected; newest first. */
export const submissionsOf = async (db: Reader, caseId: CaseId, limit: number): Promise<Submission[]> =>
  (await submissions(db).where('case_id', '=', caseId).orderBy('id', 'desc').limit(limit).execute()).map(submissionOf)

export type SentBack = {
  step: KycStep
  /** Submissions of the step up to this one do not count any more. */
  submissionId: SubmissionId
  rejectReason: SendBackReason | undefined
  sentBackAt: Instant
}

/** The last time that each step was sent back. */
export async function sentBackOf(db: Reader, caseId: CaseId): Promise<SentBack[]> {
  const rows = await db.read
    .selectFrom('kyc.sent_back')
    .distinctOn('step')
    .select(['step', 'submission_id as submissionId', 'reject_reason as rejectReason', 'sent_back_at as sentBackAt'])
    .where('case_id', '=', caseId)
    .orderBy('step')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ rejectReason, ...row }) => ({ ...row, rejectReason: rejectReason ?? undefined }))
}

const checks = (db: Reader) =>
  db.read
    .selectFrom('kyc.identity_checks')
    .select(['id', 'version', 'case_id as caseId', 'key', 'status', 'attempts', 'created_at as createdAt'])

export const findCheck = (db: Reader, id: CheckId): Promise<Check | undefined> =>
  checks(db).where('id', '=', id).executeTakeFirst()

/** The request that has no result yet. */
export const findOpenCheck = (db: Reader, caseId: CaseId): Promise<Check | undefined> =>
  checks(db).where('case_id', '=', caseId).where('status', '=', 'waiting').executeTakeFirst()

export type CheckResult = {
  caseId: CaseId
  status: CheckStatus
  provider: string | null
  reference: string | null
  because: readonly PersonsDecide[]
}

/** The newest request of each of these cases, with what came of it. */
export const checkResults = (db: Reader, caseIds: readonly CaseId[]): Promise<CheckResult[]> =>
  db.read
    .selectFrom('kyc.identity_checks')
    .distinctOn('case_id')
    .select(['case_id as caseId', 'status', 'provider', 'reference', 'because'])
    .where('case_id', 'in', [...caseIds, 0n as CaseId])
    .orderBy('case_id')
    .orderBy('id', 'desc')
    .execute()

export type CaseTransition = {
  action: string
  status: CaseStatus
  actor: string
  reason: string | null
  occurredAt: Instant
}

export const transitionsOf = (db: Reader, caseId: CaseId): Promise<CaseTransition[]> =>
  db.read
    .selectFrom('kyc.case_transitions')
    .select(['action', 'to_status as status', 'actor', 'reason', 'occurred_at as occurredAt'])
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute()
