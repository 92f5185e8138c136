import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'

export type AuditEntry = {
  id: bigint
  actor: string
  action: string
  owner: { kind: string; id: string }
  subject: { type: string; id: string | undefined }
  before: unknown
  after: unknown
  fromWhere: string
  reason: string | undefined
  occurredAt: Instant
}

type Filter = {
  owner?: { kind: string; id: string } | undefined
  subject?: { kind: string; id: string } | undefined
  /** Only entries before this one. */
  before?: bigint | undefined
  limit: number
}

/** Entries of the audit, newest first. */
export async function auditEntriesOf(db: Db, { owner, subject, before, limit }: Filter): Promise<AuditEntry[]> {
  const rows = await db.read
    .selectFrom('directory.audit')
    .selectAll()
    .$if(owner !== undefined, (query) =>
      query.where('owner_kind', '=', owner!.kind as never).where('owner_id', '=', owner!.id),
    )
    .$if(subject !== undefined, (query) =>
      query.where('subject_type', '=', subject!.kind).where('subject_id', '=', subject!.id),
    )
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    actor: row.actor,
    action: row.action,
    owner: { kind: row.owner_kind, id: row.owner_id },
    subject: { type: row.subject_type, id: row.subject_id ?? undefined },
    before: row.before,
    after: row.after,
    fromWhere: row.from_where,
    reason: row.reason ?? undefined,
    occurredAt: row.occurred_at,
  }))
}
