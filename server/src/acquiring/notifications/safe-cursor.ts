import { sql } from 'kysely'
import { type SiteId, siteOwner } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import * as kernel from '#kernel/db/safe-cursor.ts'

/** How far a site's log can be followed without missing an entry. */
export type SafeCursor = kernel.SafeCursor<SiteId>

export const openSafeCursor = (db: Db): SafeCursor =>
  kernel.openSafeCursor(db, 'outbox.events', (siteId: SiteId) => {
    const { kind, id } = siteOwner(siteId)
    return sql`select max(id) from outbox.events where owner_kind = ${kind} and owner_id = ${id}`
  })
