import { z } from 'zod'
import {
  type AuditEntry,
  auditEntryOf,
  auditSelected,
  auditSplits,
  auditTable,
  type Directory,
  type MerchantId,
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
  owner: z.strictObject({ kind: z.string(), id: z.string() }),
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
    things: (rows, { staff: { scope } }) =>
      rows.map((row) => {
        const entry = auditEntryOf(row)
        return scope.kind === 'platform' ? entry : { ...entry, fromWhere: '' }
      }),
    columns: auditColumns,
  })

const record = ({ fromWhere, occurredAt, ...entry }: AuditEntry): z.output<typeof entryShape> => ({
  id: String(entry.id),
  actor: entry.actor,
  action: entry.action,
  owner: entry.owner,
  subject: { type: entry.subject.type, ...(entry.subject.id !== undefined && { id: entry.subject.id }) },
  ...(entry.before !== null && { before: entry.before }),
  ...(entry.after !== null && { after: entry.after }),
  ...(entry.reason !== undefined && { reason: entry.reason }),
  ...(fromWhere !== '' && { from: fromWhere }),
  at: momentText(occurredAt),
})
