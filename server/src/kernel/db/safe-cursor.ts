import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { haveEnded, type TableWriters, writersOf } from '#kernel/db/table-writers.ts'

/**
 * How far a log can be followed: the number of the newest entry below which no entry can appear any more. A client that
 * follows the log by the last number it saw would never see an entry that appears below.
 *
 * The log is complete up to the newest entry when all transactions that were writing to it when that was read have ended.
 * A commit takes a millisecond, so this is waited for; if one takes longer, the client gets what was complete before, and
 * the rest with its next call.
 */
export type SafeCursor<Reader> = (reader: Reader) => Promise<bigint>

/** `newestOf` selects the number of a reader's newest entry in the table, or null. */
export function openSafeCursor<Reader extends bigint | number | string>(
  db: Db,
  table: keyof Schema & string,
  newestOf: (reader: Reader) => RawBuilder<bigint | null>,
): SafeCursor<Reader> {
  const certain = new Map<Reader, bigint>()
  return async (reader) => {
    const { rows } = await sql<{ newest: bigint; writers: TableWriters }>`
      select coalesce((${newestOf(reader)}), 0) as newest, ${writersOf(table)} as writers`.execute(db.read)
    const { newest, writers } = rows[0]!
    for (let looks = 1; looks <= looksMax; looks++) {
      if (await haveEnded(db, table, writers)) {
        certain.set(reader, newest)
        return newest
      }
      await setTimeout(pauseMs)
    }
    return certain.get(reader) ?? 0n
  }
}
const looksMax = 20
const pauseMs = 5
