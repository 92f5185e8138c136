import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type SiteId, siteOwner } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'

/**
 * How far a site's log can be followed: the number of the newest entry below which no entry can appear any more.
 * Numbers are assigned before commits are visible, so an entry may appear later than one with a higher number; a client
 * that follows the log by the last number it saw would never see it.
 *
 * Every transaction that had taken a lower number when the newest entry was read was counted as under way then (trigger
 * `count_writer`). When all of them have ended, the log is complete up to the newest entry. A commit takes a
 * millisecond, so this is waited for; if one takes longer, the client gets what was complete before, and the rest with
 * its next call.
 */
export type SafeCursor = (siteId: SiteId) => Promise<bigint>

export function openSafeCursor(db: Db): SafeCursor {
  const certain = new Map<SiteId, bigint>()
  return async (siteId) => {
    const seen = await look(db, siteId)
    for (let looks = 1; looks <= looksMax; looks++) {
      if (await allEnded(db, seen.writersBefore)) {
        certain.set(siteId, seen.newest)
        return seen.newest
      }
      await setTimeout(pauseMs)
    }
    return certain.get(siteId) ?? 0n
  }
}
const looksMax = 20
const pauseMs = 5

async function look(db: Db, siteId: SiteId): Promise<{ newest: bigint; writersBefore: bigint }> {
  const owner = siteOwner(siteId)
  const { rows } = await sql<{ newest: bigint; writersBefore: bigint }>`
    select coalesce((select max(id) from outbox.events
                     where owner_kind = ${owner.kind} and owner_id = ${owner.id}), 0) as newest,
           pg_snapshot_xmax(pg_current_snapshot())::text::bigint as "writersBefore"`.execute(db.read)
  return rows[0]!
}

/**
 * Whether every transaction that was under way in this database has ended. The snapshot covers the whole server; if
 * it is not past them yet, the locks that transactions hold on their own numbers show which of them are in other
 * databases, where they write no entry of this log. These numbers have 32 bits, and so they are compared around the
 * circle.
 */
async function allEnded(db: Db, writersBefore: bigint): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= ${writersBefore}
      or not exists (
        select from pg_locks join pg_stat_activity using (pid)
        where locktype = 'transactionid' and mode = 'ExclusiveLock' and granted and datname = current_database()
          and (${writersBefore}::bigint - transactionid::text::bigint) & 4294967295 between 1 and 2147483647
      ) as ended`.execute(db.read)
  return rows[0]!.ended
}
