import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { LockTimeout } from '#kernel/db/locked.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { haveEnded, idTakersOf, type TableWriters } from '#kernel/db/table-writers.ts'

/**
 * How far a log can be followed: the number below which no entry can appear any more. A client that follows the log by the
 * last number it saw would never see an entry that appears below.
 *
 * The log is complete up to the newest entry when all transactions that had taken a number when that was read have ended.
 * A commit takes a millisecond, so this is waited for; if one takes longer, the client gets what was complete before, and
 * the rest with its next call. While this process does not know of anything that is complete, it fails as busy: to say
 * that there is nothing would be wrong.
 */
export type SafeCursor = () => Promise<bigint>

export function openSafeCursor(db: Db, table: keyof Schema & string): SafeCursor {
  let complete: bigint | undefined
  return async () => {
    const { rows } = await sql<{ newest: bigint; takers: TableWriters }>`
      select coalesce((select max(id) from ${sql.table(table)}), 0) as newest, ${idTakersOf(table)} as takers`.execute(
      db.read,
    )
    const { newest, takers } = rows[0]!
    for (let pauseMs = 5; ; pauseMs *= 2) {
      if (await haveEnded(db, idTakersOf(table), takers)) {
        if (complete === undefined || newest > complete) complete = newest
        return newest
      }
      if (complete !== undefined && pauseMs > pauseMaxMs) return complete
      if (pauseMs > pauseUnknownMaxMs) throw new LockTimeout(`a transaction writes to ${table} and does not end`)
      await setTimeout(pauseMs)
    }
  }
}
/** Each look waits twice as long as the one before: a sixth of a second together. */
const pauseMaxMs = 80
/** While nothing is known to be complete, one and a quarter seconds together. */
const pauseUnknownMaxMs = 640
