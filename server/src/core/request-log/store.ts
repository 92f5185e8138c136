import { sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { KeptRequest } from './kept-request.ts'

/**
 * These statements are outside of `commit`: that a request came is no fact of the business. It may be lost in a crash, and
 * must not wait for a payment nor hold one up.
 */

const arrays: readonly [column: string, type: string, of: (request: KeptRequest) => unknown][] = [
  ['request_id', 'uuid', ({ requestId }) => requestId],
  ['received_at', 'timestamptz', ({ receivedAt }) => receivedAt.toString()],
  ['site_id', 'int', ({ siteId }) => siteId ?? null],
  ['partner_id', 'int', ({ partnerId }) => partnerId ?? null],
  ['sent_by', 'text', ({ sentBy }) => sentBy],
  ['key_id', 'text', ({ keyId }) => keyId ?? null],
  ['method', 'text', ({ method }) => method],
  ['route', 'text', ({ route }) => route],
  ['path', 'text', ({ path }) => path],
  ['status', 'int', ({ status }) => status],
  ['took_ms', 'int', ({ tookMs }) => tookMs],
  ['reason', 'text', ({ reason }) => reason ?? null],
  ['field', 'text', ({ field }) => field ?? null],
  ['message', 'text', ({ message }) => message ?? null],
  // An array of lists of different lengths is none to PostgreSQL.
  ['concerns', 'text', ({ concerns }) => concerns.join(' ')],
  ['body', 'text', ({ body }) => body ?? null],
  ['reply', 'text', ({ reply }) => reply ?? null],
]
const columns = arrays.map(([column]) => column)

/** Out of sub-selects, so that PostgreSQL does not plan the statement anew for each length. */
const add = `
  insert into request_log.requests (${columns.join(', ')})
  select ${columns.map((name) => (name === 'concerns' ? `string_to_array(concerns, ' ')` : name)).join(', ')}
    from unnest(${arrays.map(([, type], nth) => `(select $${nth + 1}::${type}[])`).join(', ')}) as given (${columns.join(', ')})`

/** Writes requests in the order in which they were answered. */
export const addRequests = async (db: Reader, requests: readonly KeptRequest[]): Promise<void> =>
  void (await db.run(
    add,
    arrays.map(([, , of]) => requests.map(of)),
  ))

/** The oldest so many, as far as they are older than a moment; returns how many they were. */
const removeOldest = `
  delete from request_log.requests where received_at < $1 and id in (
    select id from request_log.requests order by id limit $2) returning id`

/** Ids rise nearly with time, so the oldest stand first and are found without an index of their own. */
export const deleteOldest = async (db: Reader, before: Instant, most: number): Promise<number> =>
  (await db.run(removeOldest, [before, most])).length

export const findRequest = (db: Db, requestId: string) =>
  db.read
    .selectFrom('request_log.requests')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** That an entry concerns one of these: `order:1017`. */
export const concernsAny = (things: readonly string[]) => sql<boolean>`entry.concerns && ${things}::text[]`
