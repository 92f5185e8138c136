import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Owner, OwnerKind } from '#kernel/base/owner.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Split } from '#kernel/db/keyset.ts'
import type { Schema } from '#kernel/db/schema.ts'

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

type Named = { kind: string | undefined; id: string | undefined }
type Filter = {
  /** Only what belongs to this owner, whatever else is asked for. */
  within?: Owner | undefined
  owner?: Named | undefined
  subject?: Named | undefined
  action?: string | undefined
  /** A field that the change has given a value, or has removed. */
  field?: string | undefined
}

/** The newest entries of the audit. */
export const auditEntriesOf = async (db: Db, { limit, ...filter }: Filter & { limit: number }): Promise<AuditEntry[]> =>
  (await entries(db, filter).limit(limit).execute()).map(auditEntryOf)

/** Where the audit is. */
export const auditTable = 'directory.audit'

/** What a search selects of the list of the audit: `entry` is its row. */
export function auditSelected({ owner, subject, actor, actions, field }: Search): Selected {
  const is = (column: string, value: string | undefined): RawBuilder<SqlBool>[] =>
    value === undefined ? [] : [sql`${sql.ref(`entry.${column}`)} = ${value}`]
  // A subject, and an owner, has an index that is in the order of the ids.
  const named = (kind: string, { kind: ofKind, id }: Named): Split[] =>
    ofKind === undefined || id === undefined
      ? []
      : [
          {
            values: sql`(values (${ofKind}::text, ${id}::text)) as ${sql.ref(`${kind}_named`)}(kind, id)`,
            is: sql`${sql.ref(`entry.${kind === 'owner' ? 'owner_kind' : 'subject_type'}`)} = ${sql.ref(`${kind}_named.kind`)}
              and ${sql.ref(`entry.${kind}_id`)} = ${sql.ref(`${kind}_named.id`)}`,
            count: 1,
          },
        ]
  return {
    narrowed: [...named('owner', owner), ...named('subject', subject)],
    conditions: [
      ...is('owner_kind', owner.kind),
      ...is('owner_id', owner.id),
      ...is('subject_type', subject.kind),
      ...is('subject_id', subject.id),
      ...is('actor', actor),
      ...(actions ? [sql<SqlBool>`entry.action = any(${actions}::text[])`] : []),
      ...(field === undefined ? [] : [sql<SqlBool>`jsonb_exists(entry.after, ${field})`]),
    ],
  }
}
type Selected = { narrowed: readonly Split[]; conditions: RawBuilder<SqlBool>[] }
type Search = {
  owner: Named
  subject: Named
  actor: string | undefined
  actions: readonly string[] | undefined
  /** A field that the change has given a value. */
  field: string | undefined
}

/** The streams of the entries of an owner; those of the sites of a merchant are the merchant's too. */
export async function auditSplits(
  { kind, id }: Owner,
  siteIds: (merchant: number) => Promise<readonly number[]>,
): Promise<Split[]> {
  const sites = kind === 'merchant' ? await siteIds(Number(id)) : []
  const kinds = [kind, ...sites.map(() => 'site')]
  const ids = [id, ...sites.map(String)]
  return [
    {
      values: sql`unnest(${kinds}::text[], ${ids}::text[]) as whose(kind, id)`,
      is: sql`entry.owner_kind = whose.kind and entry.owner_id = whose.id`,
      count: kinds.length,
    },
  ]
}

/** What happened in a period, oldest first, behind an id. */
export async function auditAfter(
  db: Db,
  {
    from,
    to,
    after,
    limit,
    ...filter
  }: Filter & { from: Instant | undefined; to: Instant | undefined; after: bigint; limit: number },
): Promise<AuditEntry[]> {
  const rows = await entries(db, filter)
    .clearOrderBy()
    .orderBy('id')
    .where('id', '>', after)
    .$if(from !== undefined, (query) => query.where('occurred_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('occurred_at', '<=', to!))
    .limit(limit)
    .execute()
  return rows.map(auditEntryOf)
}

const entries = (db: Db, filter: Filter) =>
  db.read.selectFrom('directory.audit').selectAll().where(matching(filter)).orderBy('id', 'desc')

type Row = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>
export const auditEntryOf = (row: Row): AuditEntry => ({
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
})

const matching =
  ({ within, owner, subject, action, field }: Filter) =>
  ({ and, or }: ExpressionBuilder<Schema, 'directory.audit'>) =>
    and({
      ...(owner?.kind !== undefined && { owner_kind: owner.kind as OwnerKind }),
      ...(owner?.id !== undefined && { owner_id: owner.id }),
      ...(subject?.kind !== undefined && { subject_type: subject.kind }),
      ...(subject?.id !== undefined && { subject_id: subject.id }),
      ...(action !== undefined && { action }),
    })
      .and(field === undefined ? and([]) : sql<SqlBool>`jsonb_exists(after, ${field})`)
      .and(within ? or([and({ owner_kind: within.kind, owner_id: within.id }), ...atSitesOf(within)]) : and([]))

/** What belongs to a site belongs to its merchant too. */
const atSitesOf = ({ kind, id }: Owner): RawBuilder<SqlBool>[] =>
  kind === 'merchant'
    ? [
        sql`owner_kind = 'site' and owner_id in (
          select site.id::text from directory.sites as site where site.merchant_id = ${Number(id)})`,
      ]
    : []
