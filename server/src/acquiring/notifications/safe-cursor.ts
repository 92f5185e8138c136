import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type SiteId, siteOwner } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { haveEnded, type TableWriters, writersOf } from '#kernel/db/table-writers.ts'

/**
 * How far a site's log can be followed: the number of the newest entry below which no entry can appear any more. A client
 * that follows the log by the last number it saw would never see an entry that appears below.
 *
 * The log is complete up to the newest entry when all transactions that were writing to it when that was read have ended.
 * A commit takes a millisecond, so this is waited for; if one takes longer, the client gets what was complete before, and
 * the rest with its next call.
 */
export type SafeCursor = (siteId: SiteId) => Promise<bigint>

export function openSafeCursor(db: Db): SafeCursor {
  const certain = new Map<SiteId, bigint>()
  return async (siteId) => {
    const { newest, writers } = await look(db, siteId)
    for (let looks = 1; looks <= looksMax; looks++) {
      if (await haveEnded(db, log, writers)) {
        certain.set(siteId, newest)
        return newest
      }
      await setTimeout(pauseMs)
    }
    return certain.get(siteId) ?? 0n
  }
}
const log = 'outbox.events'
const looksMax = 20
const pauseMs = 5

async function look(db: Db, siteId: SiteId): Promise<{ newest: bigint; writers: TableWriters }> {
  const owner = siteOwner(siteId)
  const { rows } = await sql<{ newest: bigint; writers: TableWriters }>`
    select coalesce((select max(id) from outbox.events
                     where owner_kind = ${owner.kind} and owner_id = ${owner.id}), 0) as newest,
           ${writersOf(log)} as writers`.execute(db.read)
  return rows[0]!
}
