import type { HolderId } from '#issuing/ids'
import { guard, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Check } from './identity/check.ts'
import type { CaseId, CheckId } from './ids.ts'
import type { KycStatus } from './kyc-states.ts'
import { refuse } from './refusals.ts'
import type { Submission } from './steps/submission.ts'
import type { KycCase } from './transition-case.ts'

const cases = (db: Reader) =>
  db.read
    .selectFrom('kyc.cases')
    .select([
      'id',
      'version',
      'holder_id as holderId',
      'status',
      'reject_reason as rejectReason',
      'created_at as createdAt',
    ])
type Row = Awaited<ReturnType<ReturnType<typeof cases>['executeTakeFirstOrThrow']>>
const caseOf = ({ rejectReason, ...row }: Row): KycCase => ({ ...row, rejectReason: rejectReason ?? undefined })

/** The newest case of a holder. */
export async function findCase(db: Reader, holderId: HolderId): Promise<KycCase | undefined> {
  const row = await cases(db).where('holder_id', '=', holderId).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row && caseOf(row)
}

export const getCase = async (db: Reader, id: CaseId): Promise<KycCase> =>
  caseOf(await cases(db).where('id', '=', id).executeTakeFirstOrThrow())

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

/** Accounts and cards are for approved customers. */
export async function assertApproved(db: Reader, holderId: HolderId): Promise<void> {
  const status = await kycStatusOf(db, holderId)
  if (status !== 'approved') throw refuse('kyc_not_approved', { status })
}

/** The newest submission of each step. */
export async function newestSubmissions(db: Reader, caseId: CaseId): Promise<Submission[]> {
  const rows = await db.read
    .selectFrom('kyc.submissions')
    .distinctOn('step')
    .select(['id', 'step', 'key', 'sealed', 'submitted_at as submittedAt'])
    .where('case_id', '=', caseId)
    .orderBy('step')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ sealed, ...row }) => ({ ...row, sealed: sealed ?? undefined }))
}

const checks = (db: Reader) =>
  db.read
    .selectFrom('kyc.identity_checks')
    .select(['id', 'version', 'case_id as caseId', 'key', 'status', 'attempts', 'created_at as createdAt'])

export const findCheck = (db: Reader, id: CheckId): Promise<Check | undefined> =>
  checks(db).where('id', '=', id).executeTakeFirst()
