import { type SqlBool, sql } from 'kysely'
import type { SearchSource } from '#core/search'
import type { Db } from '#kernel/db/db.ts'
import { readEventId } from './ids.ts'

/** Webhook events, for the search of everything: by their id. */
export const eventSearch = ({ db }: { db: Db }): SearchSource => ({
  kind: 'event',
  permission: 'webhooks:read',
  find: async ({ word = '' }, { partnerIds, limit }) => {
    const eventId = readEventId(word)
    if (!eventId || partnerIds.length === 0) return []
    const rows = await db.read
      .selectFrom('webhooks.events')
      .select(['event_id as id', 'event_type as title', 'status', 'created_at as at', 'partner_id as partnerId'])
      .where('event_id', '=', eventId)
      .where(sql<SqlBool>`partner_id = any(${partnerIds})`)
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...row, partnerId: String(row.partnerId), fit: 'exact', by: 'id' }))
  },
})
