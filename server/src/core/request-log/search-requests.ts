import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Selected } from '#core/access'
import type { SearchSource } from '#core/search'
import type { Db } from '#kernel/db/db.ts'
import { fewEntries } from '#kernel/db/keyset-parts.ts'
import { chosen, type Several } from '#kernel/http/filter.ts'
import { concernedKinds } from './shown-fields.ts'
import { concernsAny } from './store.ts'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type RequestQuery = {
  /** `4xx` or `422`. */
  status?: readonly string[] | undefined
  method?: Several<(typeof methods)[number]> | undefined
  /** The beginning of a path or of a route. */
  path?: string | undefined
  /** The end of a key's id. */
  key?: string | undefined
  /** `order:1017` */
  concerns?: readonly string[] | undefined
  /** The id of a request, or of anything that one concerns. */
  text?: string | undefined
}

type Condition = RawBuilder<SqlBool>

/** What a search selects of the log. What concerns a thing is little, and has an index. */
export async function requestsSelected(db: Db, { status, method, path, key, ...of }: RequestQuery): Promise<Selected> {
  const named = [...(of.concerns ? [concernsAny(of.concerns)] : []), ...(of.text ? [isAbout(of.text)] : [])]
  const few = named.length > 0 ? await fewEntries(db, 'request_log.requests', named) : undefined
  return {
    narrowed: few ? [few] : [],
    conditions: [
      ...(few ? [] : named),
      ...(status ? [sql<SqlBool>`(${sql.join(status.map(hasStatus), sql` or `)})`] : []),
      ...(method ? [sql<SqlBool>`entry.method = any(${chosen(methods, method)}::text[])`] : []),
      ...(path ? [sql<SqlBool>`(starts_with(entry.path, ${path}) or starts_with(entry.route, ${path}))`] : []),
      ...(key ? [sql<SqlBool>`right(entry.key_id, ${key.length}::int) = ${key}`] : []),
    ],
  }
}

/** `4xx` is a class of codes. */
const hasStatus = (status: string): Condition =>
  status.endsWith('xx')
    ? sql<SqlBool>`entry.status / 100 = ${Number(status[0])}::int`
    : sql<SqlBool>`entry.status = ${Number(status)}::int`

function isAbout(text: string): Condition {
  const things = concernsAny(concernedKinds.map((kind) => `${kind}:${text}`))
  return uuid.test(text) ? sql<SqlBool>`(entry.request_id = ${text.toLowerCase()}::uuid or ${things})` : things
}
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Requests, for the search of everything: by their id, as a reply says it. */
export const requestSearch = ({
  db,
  requestLog,
}: {
  db: Db
  requestLog: { flush(): Promise<void> }
}): SearchSource => ({
  kind: 'request',
  permission: 'requests:read',
  find: async ({ uuid: requestId }, { caller, siteIds, partnerIds, limit }) => {
    if (requestId === undefined) return []
    await requestLog.flush()
    const rows = await db.read
      .selectFrom('request_log.requests')
      .select(['request_id as id', 'method', 'route', 'status', 'received_at as at'])
      .select(['site_id as siteId', 'partner_id as partnerId'])
      .where('request_id', '=', requestId)
      .where(sql<SqlBool>`(site_id = any(${siteIds}::int[]) or partner_id = any(${partnerIds}::int[]))`)
      .limit(caller.staff.scope.kind === 'platform' ? limit : 1)
      .execute()
    return rows.map(({ method, route, status, siteId, partnerId, ...row }) => ({
      ...row,
      title: `${method} ${route}`,
      status: String(status),
      ...(siteId !== null && { siteId }),
      ...(partnerId !== null && { partnerId: String(partnerId) }),
      fit: 'exact',
      by: 'id',
    }))
  },
})
