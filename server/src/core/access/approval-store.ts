import { type ExpressionBuilder, sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { type Approval, type ApprovalAction, statusAt } from './approval.ts'
import type { ApprovalStatus } from './approval-states.ts'
import type { ApprovalId } from './ids.ts'

const approvals = (db: Db) =>
  db.read
    .selectFrom('access.approvals')
    .select([
      'id',
      'version',
      'action',
      'owner_kind as ownerKind',
      'owner_id as ownerId',
      'subject_type as subjectType',
      'subject_id as subjectId',
      'request',
      'status',
      'requested_by as requestedBy',
      'token_made_by as tokenMadeBy',
      'request_reason as requestReason',
      'requested_at as requestedAt',
      'expires_at as expiresAt',
      'decided_by as decidedBy',
      'decision_reason as decisionReason',
      'decided_at as decidedAt',
      'used_at as usedAt',
      'made_type as madeType',
      'made_id as madeId',
      'failure',
      'failed_at as failedAt',
    ])
type Row = Awaited<ReturnType<ReturnType<typeof approvals>['executeTakeFirstOrThrow']>>

/** Set aside before the approval is written, since an Idempotency-Key names it in the same commit. */
export async function reserveApprovalId(db: Db): Promise<ApprovalId> {
  const [row] = await db.run(`select nextval('access.approvals_id_seq') as id`, [])
  return row!.id as ApprovalId
}

/** An approval, and the version and the status of its row when it was read. */
export type ApprovalVersion = { approval: Approval; version: number; written: ApprovalStatus }

const approvalOf = (
  { version, ownerKind, ownerId, subjectType, subjectId, madeType, madeId, failure, failedAt, ...row }: Row,
  now: Instant,
): ApprovalVersion => ({
  approval: {
    ...row,
    owner: { kind: ownerKind, id: ownerId },
    subject: { type: subjectType, id: subjectId },
    status: statusAt(row, now),
    tokenMadeBy: row.tokenMadeBy ?? undefined,
    decidedBy: row.decidedBy ?? undefined,
    decisionReason: row.decisionReason ?? undefined,
    decidedAt: row.decidedAt ?? undefined,
    usedAt: row.usedAt ?? undefined,
    made: madeType !== null && madeId !== null ? { type: madeType, id: madeId } : undefined,
    failure: failure && failedAt ? { ...failure, at: failedAt } : undefined,
  },
  version,
  written: row.status,
})

export async function findApproval(db: Db, id: ApprovalId, now: Instant): Promise<ApprovalVersion | undefined> {
  const row = await approvals(db).where('id', '=', id).executeTakeFirst()
  return row && approvalOf(row, now)
}

/** What is open for an action on a subject, and whether exactly this was requested. */
export async function findOpenApproval(
  db: Db,
  { action, subject, request }: Pick<Approval, 'subject' | 'request'> & { action: ApprovalAction },
  now: Instant,
): Promise<(ApprovalVersion & { isSame: boolean }) | undefined> {
  const row = await approvals(db)
    .select(sql<boolean>`request = ${jsonb(request).jsonText}::jsonb`.as('isSame'))
    .where('action', '=', action)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .where('status', 'in', ['requested', 'approved'])
    .executeTakeFirst()
  if (!row) return undefined
  const { isSame, ...rest } = row
  return { ...approvalOf(rest, now), isSame }
}

export type ApprovalFilter = { owner?: Owner | undefined; status?: ApprovalStatus | undefined }
type Page = { page: number; size: number; now: Instant }

/** One page, oldest first, and how many there are in all. */
export async function listApprovals(
  db: Db,
  filter: ApprovalFilter,
  { page, size, now }: Page,
): Promise<{ data: Approval[]; total: number }> {
  const chosen = matching(filter, now)
  const { data, total } = await readPage(approvals(db).where(chosen).orderBy('id'), { page, size })
  return { data: data.map((row) => approvalOf(row, now).approval), total }
}

const matching =
  ({ owner, status }: ApprovalFilter, now: Instant) =>
  ({ and, or, eb }: ExpressionBuilder<Schema, 'access.approvals'>) => {
    const isOpen = eb('status', 'in', ['requested', 'approved'])
    const isOver = and([isOpen, eb('expires_at', '<=', now)])
    return and([
      ...(owner ? [eb('owner_kind', '=', owner.kind), eb('owner_id', '=', owner.id)] : []),
      ...(status === 'expired' ? [or([eb('status', '=', 'expired'), isOver])] : []),
      ...(status && status !== 'expired' ? [eb('status', '=', status), eb.not(isOver)] : []),
    ])
  }
