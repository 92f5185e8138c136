import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import { money } from '#kernel/base/money.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { CaseStatus } from './case-states.ts'
import type { CaseTransition, DisputeCase, EvidenceFile, EvidenceFileId } from './dispute-case.ts'

const cases = (db: Reader) => db.read.selectFrom('disputes.cases').selectAll()
type CaseRow = Awaited<ReturnType<ReturnType<typeof cases>['executeTakeFirstOrThrow']>>

export const caseOf = (row: CaseRow): DisputeCase => ({
  id: row.id,
  version: row.version,
  paymentId: row.payment_id,
  siteId: row.site_id,
  merchantId: row.merchant_id,
  connector: row.connector,
  dispute: row.dispute,
  authorization: row.authorization_key,
  reason: row.reason,
  amount: money(row.minor, row.currency),
  status: row.status,
  openedAt: row.opened_at,
  respondBy: row.respond_by ?? undefined,
  evidence: row.evidence ?? undefined,
  requestKey: row.request_key ?? undefined,
  remindedAt: row.reminded_at ?? undefined,
  dueTries: row.due_tries,
})

export async function findCase(db: Reader, id: PaymentId): Promise<DisputeCase | undefined> {
  const row = await cases(db).where('id', '=', id).executeTakeFirst()
  return row && caseOf(row)
}

export async function casesOf(db: Reader, ids: readonly PaymentId[]): Promise<DisputeCase[]> {
  if (ids.length === 0) return []
  return (await cases(db).where('id', 'in', ids).execute()).map(caseOf)
}

export type CaseFilter = {
  /** Undefined: of all sites. */
  siteIds: readonly SiteId[] | undefined
  status: CaseStatus | undefined
}

/** Newest first. */
export async function listCases(
  db: Reader,
  { siteIds, status }: CaseFilter,
  page: { page: number; size: number },
): Promise<{ data: DisputeCase[]; total: number }> {
  if (siteIds?.length === 0) return { data: [], total: 0 }
  const { data, total } = await readPage(
    cases(db)
      .$if(siteIds !== undefined, (query) => query.where('site_id', 'in', siteIds!))
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy('id', 'desc'),
    page,
  )
  return { data: data.map((row) => caseOf(row as CaseRow)), total }
}

export async function historyOfCase(db: Reader, id: PaymentId): Promise<CaseTransition[]> {
  const rows = await db.read
    .selectFrom('disputes.case_transitions')
    .select(['action', 'to_status as toStatus', 'actor', 'note', 'occurred_at as occurredAt'])
    .where('case_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ note, ...row }) => ({ ...row, note: note ?? undefined }))
}

/** The files of a case that were not removed, oldest first. */
export async function filesOfCase(db: Reader, caseId: PaymentId): Promise<EvidenceFile[]> {
  const rows = await db.read
    .selectFrom('disputes.documents')
    .select(['id', 'kind', 'media_type as type', 'bytes', 'chunks', 'data_key as dataKey', 'created_at as createdAt'])
    .where('case_id', '=', caseId)
    .where('status', '=', 'stored')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, dataKey: row.dataKey! }))
}

/** Data keys and texts that an older master key seals. The first byte says which (`kernel/crypto/keys.ts`). */
export const sealedBefore = async (db: Db, version: number, limit: number) => ({
  files: (await db.run(
    `select id, data_key as sealed from disputes.documents
     where data_key is not null and get_byte(data_key, 0) < $1 order by id limit $2`,
    [version, limit],
  )) as { id: EvidenceFileId; sealed: Uint8Array }[],
  texts: (await db.run(
    `select id, evidence as sealed from disputes.cases
     where evidence is not null and get_byte(evidence, 0) < $1 order by id limit $2`,
    [version, limit],
  )) as { id: PaymentId; sealed: Uint8Array }[],
})
