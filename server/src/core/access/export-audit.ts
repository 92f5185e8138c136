import { type AuditEntry, auditAfter, type MerchantId, merchantOwner, siteOwner } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import type { Exported, Selection } from './export-route.ts'
import type { StaffScope } from './roles.ts'

/** The audit, for a file. Staff of a merchant or a partner have their own entries, without the addresses of others;
 * the operator may choose those of one merchant and its sites. */
export const exportedAudit = (
  db: Db,
  { site, merchantId, from, to }: Selection & { merchantId?: MerchantId | undefined },
  scope: StaffScope,
): Exported<AuditEntry> => {
  const isOperator = scope.kind === 'platform'
  const ofMerchant = merchantId === undefined ? undefined : merchantOwner(merchantId)
  const filter = { within: isOperator ? ofMerchant : scope, owner: site && siteOwner(site), from, to }
  return {
    columns: auditColumns,
    rowsAfter: (after, limit) => auditAfter(db, { ...filter, after, limit }),
  }
}

/** An entry as a row of a file. The address is empty for those who may not see it. */
export const auditColumns: Exported<AuditEntry>['columns'] = {
  id: ({ id }) => String(id),
  at: ({ occurredAt }) => occurredAt,
  actor: ({ actor }) => actor,
  action: ({ action }) => action,
  owner: ({ owner }) => `${owner.kind} ${owner.id}`,
  subject: ({ subject }) => [subject.type, subject.id].join(' ').trim(),
  before: ({ before }) => (before === null ? undefined : JSON.stringify(before)),
  after: ({ after }) => (after === null ? undefined : JSON.stringify(after)),
  reason: ({ reason }) => reason,
  from: ({ fromWhere }) => fromWhere,
}
