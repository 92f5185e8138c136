import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { type Approval, type ApprovalAction, statusAt } from './approval.ts'
import type { ApprovalStatus } from './approval-states.ts'
import type { ApprovalId } from './ids.ts'

const approvals = (db: Db) => db.read.selectFrom('access.approvals').selectAll()
type Row = Selectable<Schema['access.approvals']>

/** Set aside before the approval is written, since an Idempotency-Key names it in the same commit. */
export async function reserveApprovalId(db: Db): Promise<ApprovalId> {
  const [row] = await db.run(`select nextval('access.approvals_id_seq') as id`, [])
  return row!.id as ApprovalId
}

/** An approval, and the version and the status of its row when it was read. */
export type ApprovalVersion = { approval: Approval; version: number; written: ApprovalStatus }

const approvalOf = (row: Row, now: Instant): ApprovalVersion => ({
  approval: {
    id: row.id,
    action: row.action,
    owner: { kind: row.owner_kind, id: row.owner_id },
    subject: { type: row.subject_type, id: row.subject_id },
    request: row.request,
    status: statusAt({ status: row.status, expiresAt: row.expires_at }, now),
    requestedBy: row.requested_by,
    tokenMadeBy: row.token_made_by ?? undefined,
    requestReason: row.request_reason,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by ?? undefined,
    decisionReason: row.decision_reason ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    usedAt: row.used_at ?? undefined,
    made: row.made_type !== null && row.made_id !== null ? { type: row.made_type, id: row.made_id } : undefined,
    failure: row.failure && row.failed_at ? { ...row.failure, at: row.failed_at } : undefined,
  },
  version: row.version,
  written: row.status,
})

export async function findApproval(db: Db, id: ApprovalId, now: Instant): Promise<ApprovalVersion | undefined> {
  const found = await approvals(db).where('id', '=', id).executeTakeFirst()
  const row = await genuineRow(db, 'access.approvals', found)
  return row && approvalOf(row, now)
}

type Asked = Pick<Approval, 'subject' | 'request'> & { action: ApprovalAction }

/** What is open for an action on a subject, and whether exactly this was requested. */
export async function findOpenApproval(
  db: Db,
  asked: Asked,
  now: Instant,
): Promise<(ApprovalVersion & { isSame: boolean }) | undefined> {
  const row = await genuineRow(db, 'access.approvals', await openRow(db, asked))
  return row && { ...approvalOf(row, now), isSame: row.isSame }
}

/** The row that holds the place of an open approval, of which there is one at a time, and was written by hand. */
export async function findMadeByHand(db: Db, asked: Asked, now: Instant): Promise<ApprovalVersion | undefined> {
  const found = await openRow(db, asked)
  return found && !(await genuineRow(db, 'access.approvals', found)) ? approvalOf(found, now) : undefined
}

const openRow = (db: Db, { action, subject, request }: Asked) =>
  approvals(db)
    .select(sql<boolean>`request = ${jsonb(request).jsonText}::jsonb`.as('isSame'))
    .where('action', '=', action)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .where('status', 'in', ['requested', 'approved'])
    .executeTakeFirst()

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
  const rows = await genuine(db, 'access.approvals', data)
  return { data: rows.map((row) => approvalOf(row, now).approval), total }
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
