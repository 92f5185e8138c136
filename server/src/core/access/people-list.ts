import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { ledBy } from '#kernel/db/keyset-parts.ts'
import { oneOf, optional, text } from '#kernel/http/field.ts'
import { chosen, several } from '#kernel/http/filter.ts'
import type { Columns } from './entry-columns.ts'
import { personShape } from './people-shapes.ts'
import { type StaffScope, staffRoles } from './roles.ts'
import type { ListReader, Staff } from './staff.ts'
import type { StaffRoute } from './staff-route.ts'
import { peopleOf } from './store.ts'
import { type TableListParts, tableList } from './table-list.ts'

const states = ['active', 'inactive'] as const

const filters = {
  owner: optional(oneOf(['platform', 'merchant', 'partner'])).meta({
    description:
      'Whose staff: of the platform, of merchants or of partners. Of your own organization there are no others.',
  }),
  merchantId: optional(text({ max: 10, what: 'the id of a merchant' })),
  partnerId: optional(text({ max: 10, what: 'the id of a partner' })),
  role: several(staffRoles),
  status: several(states),
  text: optional(text({ max: 100, min: 2, what: 'a part of the name or the e-mail address' })).meta({
    description: 'Part of the name or the e-mail address. No index has it.',
  }),
}
type Query = z.output<z.ZodObject<typeof filters>>

/** People by ascending id: of merchants and partners they see their own colleagues. */
export const peopleListRoutes = (
  parts: TableListParts,
  record: (person: Staff) => z.output<typeof personShape>,
): StaffRoute[] =>
  tableList(parts, {
    name: 'staff',
    operations: { list: 'listStaff', export: 'exportStaff' },
    group: 'Staff',
    permission: 'staff:read',
    summary: 'All people, by ascending id',
    table: 'access.staff',
    usualSort: 'created',
    filters,
    shape: personShape,
    record,
    whose: (query, caller) => {
      const whose = ownerOf(query, caller)
      const splits = whose ? [ledBy('scope_kind', 'text', [whose.kind]), ledBy('scope_id', 'text', [whose.id])] : []
      return Promise.resolve({ splits, timeZone: 'UTC', ofWhom: undefined })
    },
    selected: (query) => ({ conditions: conditionsOf(query) }),
    things: (rows) => peopleOf(parts.db, rows),
    columns,
  })

/** The one organization whose people are listed, for which there is an index; undefined: those of all. */
function ownerOf({ merchantId, partnerId }: Query, { staff: { scope } }: ListReader): StaffScope | undefined {
  if (scope.kind !== 'platform') return scope
  if (merchantId !== undefined) return { kind: 'merchant', id: merchantId }
  return partnerId === undefined ? undefined : { kind: 'partner', id: partnerId }
}

const conditionsOf = ({ owner, merchantId, partnerId, role, status, text: part }: Query) => [
  ...(owner === undefined ? [] : [sql<SqlBool>`entry.scope_kind = ${owner}`]),
  ...(merchantId === undefined ? [] : [sql<SqlBool>`(entry.scope_kind, entry.scope_id) = ('merchant', ${merchantId})`]),
  ...(partnerId === undefined ? [] : [sql<SqlBool>`(entry.scope_kind, entry.scope_id) = ('partner', ${partnerId})`]),
  ...(role ? [sql<SqlBool>`entry.role = any(${chosen(staffRoles, role)}::text[])`] : []),
  ...(status
    ? [sql<SqlBool>`entry.active = any(${chosen(states, status).map((one) => one === 'active')}::boolean[])`]
    : []),
  ...(part ? [sql<SqlBool>`position(lower(${part}) in lower(concat_ws(E'\n', entry.name, entry.email))) > 0`] : []),
]

const columns: Columns<Staff> = {
  id: ({ id }) => String(id),
  email: ({ email }) => email,
  name: ({ name }) => name,
  role: ({ role }) => role,
  owner: ({ scope }) => scope.kind,
  owner_id: ({ scope }) => scope.id,
  active: ({ active }) => String(active),
  created_at: ({ createdAt }) => createdAt,
  created_at_utc: ({ createdAt }) => createdAt.toString(),
}
