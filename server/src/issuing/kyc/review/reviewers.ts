import type { StaffId } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { CaseId } from '../ids.ts'
import type { KycCase } from '../transition-case.ts'

/** Who works on a case, as it is recorded. */
export type Reviewers = {
  caseId: CaseId
  version: number
  assignedTo: StaffId | null
  heldBy: StaffId | null
  heldFrom: Instant | null
  heldUntil: Instant | null
}

/** Somebody looks at a case, until they leave it or the time is over. */
export type Hold = { by: StaffId; from: Instant; until: Instant }

/** How long a case is held for who has opened it (product decision 176); an open page renews it. */
export const heldFor = { minutes: 10 }

/**
 * Who looks at a case now. A hold is of one stay in the queue: a decision ends it, and so does what the customer hands in
 * after that.
 */
export function holdOf(
  { status, submittedAt }: Pick<KycCase, 'status' | 'submittedAt'>,
  reviewers: Reviewers | undefined,
  now: Instant,
): Hold | undefined {
  const { heldBy: by, heldFrom: from, heldUntil: until } = reviewers ?? {}
  if (status !== 'pending_review' || !by || !from || !until) return undefined
  if (submittedAt && Temporal.Instant.compare(from, submittedAt) < 0) return undefined
  return Temporal.Instant.compare(now, until) < 0 ? { by, from, until } : undefined
}

export const reviewersOf = (db: Reader, caseIds: readonly CaseId[]): Promise<Reviewers[]> =>
  db.read
    .selectFrom('kyc.reviewers')
    .select(['case_id as caseId', 'version', 'assigned_to as assignedTo'])
    .select(['held_by as heldBy', 'held_from as heldFrom', 'held_until as heldUntil'])
    .where('case_id', 'in', [...caseIds, 0n as CaseId])
    .execute()

type Change =
  | { assigned_to: StaffId | null }
  | { held_by: StaffId | null; held_from: Instant | null; held_until: Instant | null }

/** The write by which somebody works on a case; of two at the same moment, the second reads again. */
export const workWrite = (caseId: CaseId, before: Reviewers | undefined, change: Change): Write =>
  before
    ? update('kyc.reviewers', {
        set: { ...change, version: before.version + 1 },
        where: { case_id: caseId, version: before.version },
      })
    : insert(
        'kyc.reviewers',
        { case_id: caseId, assigned_to: null, held_by: null, held_from: null, held_until: null, ...change },
        { onDuplicate: { reviewers_pkey: 'stale' } },
      )

export const heldWrite = (caseId: CaseId, before: Reviewers | undefined, hold: Hold | undefined): Write =>
  workWrite(caseId, before, {
    held_by: hold?.by ?? null,
    held_from: hold?.from ?? null,
    held_until: hold?.until ?? null,
  })
