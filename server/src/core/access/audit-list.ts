import { z } from 'zod'
import {
  type AuditEntry,
  auditEntryOf,
  auditSelected,
  auditSplits,
  auditTable,
  type Directory,
  type MerchantId,
  type SiteId,
} from '#core/directory'
import { optional, text } from '#kernel/http/field.ts'
import { words } from '#kernel/http/filter.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { auditColumns } from './export-audit.ts'
import type { StaffRoute } from './staff-route.ts'
import { type TableListParts, tableList } from './table-list.ts'

const word = (what: string) => optional(text({ max: 100, what }))

const entryShape = z.strictObject({
  id: z.string(),
  actor: z.string(),
  action: z.string(),
  owner: z.strictObject({
    kind: z.string(),
    id: z.string(),
    merchantId: z.string().optional().meta({ description: 'Of a site: its merchant.' }),
  }),
  subject: z.strictObject({ type: z.string(), id: z.string().optional() }),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  reason: z.string().optional(),
  from: z.string().optional().meta({ description: 'The address and the token, or the command line.' }),
  at: momentShape,
})

/** Who has changed what, and who has read what only some may see: as a list and as a file. */
export const auditRoutes = (parts: TableListParts & { directory: Directory }): StaffRoute[] =>
  tableList(parts, {
    name: 'audit',
    operations: { list: 'listAudit', export: 'exportAudit' },
    group: 'Audit',
    permission: 'audit:read',
    summary: 'Who changed what of money and access, when and why; newest first',
    about: 'Staff of a merchant or a partner see what belongs to it, without the addresses of others.',
    table: auditTable,
    madeAt: 'occurred_at',
    filters: {
      ownerKind: word('the kind of an owner, such as partner'),
      ownerId: word('the id of an owner'),
      subjectType: word('the type of a subject, such as staff'),
      subjectId: word('the id of a subject'),
      actor: word('who has done it, such as staff 12'),
      action: words({ max: 20, each: 60, what: 'what was done, such as siteChanged' }),
      field: word('a field that was changed, such as payForm'),
    },
    shape: entryShape,
    record,
    whose: async (_query, { staff: { scope } }) => ({
      splits:
        scope.kind === 'platform'
          ? []
          : await auditSplits(scope, (merchant) => parts.directory.siteIds(merchant as MerchantId)),
      timeZone: 'UTC',
      ofWhom: undefined,
    }),
    selected: ({ ownerKind, ownerId, subjectType, subjectId, actor, action, field }) =>
      auditSelected({
        owner: { kind: ownerKind, id: ownerId },
        subject: { kind: subjectType, id: subjectId },
        actor,
        actions: action,
        field,
      }),
    things: async (rows, { staff: { scope } }) => {
      const entries = rows.map(auditEntryOf)
      const merchants = await merchantsOfSites(parts.directory, entries)
      return entries.map((entry) => ({
        ...entry,
        ...(scope.kind !== 'platform' && { fromWhere: '' }),
        merchantId: entry.owner.kind === 'site' ? merchants.get(entry.owner.id) : undefined,
      }))
    },
    columns: auditColumns,
  })

/** An entry of a site names the merchant whose site it is, since that is where the pages of its things are. */
type Listed = AuditEntry & { merchantId: MerchantId | undefined }

async function merchantsOfSites(
  directory: Pick<Directory, 'site'>,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, MerchantId>> {
  const ids = new Set(entries.filter(({ owner }) => owner.kind === 'site').map(({ owner }) => owner.id))
  const sites = await Promise.all([...ids].map((id) => directory.site(Number(id) as SiteId)))
  return new Map(sites.flatMap((site) => (site ? [[String(site.id), site.merchantId]] : [])))
}

const record = ({ fromWhere, occurredAt, merchantId, ...entry }: Listed): z.output<typeof entryShape> => ({
  id: String(entry.id),
  actor: entry.actor,
  action: entry.action,
  owner: { ...entry.owner, ...(merchantId !== undefined && { merchantId: String(merchantId) }) },
  subject: { type: entry.subject.type, ...(entry.subject.id !== undefined && { id: entry.subject.id }) },
  ...(entry.before !== null && { before: entry.before }),
  ...(entry.after !== null && { after: entry.after }),
  ...(entry.reason !== undefined && { reason: entry.reason }),
  ...(fromWhere !== '' && { from: fromWhere }),
  at: momentText(occurredAt),
})
