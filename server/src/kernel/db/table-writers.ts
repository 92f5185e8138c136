import { setTimeout } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'

/** The transactions that were writing to a table at one moment. */
export type TableWriters = readonly string[]

/**
 * For a reader who follows ids: they are taken before rows are visible, so a row may appear later than one with a higher
 * id. A transaction locks the table before it takes an id and until its rows are visible. So when all transactions that
 * were writing when the newest row was read have ended, every row below it is visible. Locks name their database, so
 * what happens in other databases of the server does not count.
 */
export const writersOf = (table: keyof Schema & string): RawBuilder<TableWriters> => lockersOf(sql`${table}::regclass`)

/**
 * The transactions that have taken an id of a table: each holds its sequence from before its first id until its rows are
 * visible. One that only changes rows, or has locked the table and inserted nothing yet, is none of them: every id that it
 * may take is higher than all that are visible.
 */
export const idTakersOf = (table: keyof Schema & string): RawBuilder<TableWriters> =>
  lockersOf(sql`pg_get_serial_sequence(${table}, 'id')::regclass`)

const lockersOf = (relation: RawBuilder<unknown>): RawBuilder<TableWriters> => sql`array(
  select virtualtransaction from pg_locks
  where locktype = 'relation' and relation = ${relation} and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database()))`

/** The transactions that are writing to any of some tables. */
export async function writersOfAny(db: Reader, tables: readonly (keyof Schema & string)[]): Promise<TableWriters> {
  const { rows } = await sql<{ writers: TableWriters }>`select array(
    select virtualtransaction from pg_locks
    where locktype = 'relation' and relation = any(${tables}::text[]::regclass[]) and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())) as writers`.execute(db.read)
  return rows[0]!.writers
}

/** `current` selects those of the kind of `writers` that there are. */
export async function haveEnded(
  db: Reader,
  current: RawBuilder<TableWriters>,
  writers: TableWriters,
): Promise<boolean> {
  if (writers.length === 0) return true
  const { rows } = await sql<{ current: TableWriters }>`select ${current} as current`.execute(db.read)
  return !rows[0]!.current.some((writer) => writers.includes(writer))
}

/**
 * Whether the transactions that have taken an id of a table have ended: a commit takes a millisecond, so they are waited for,
 * a sixth of a second together.
 */
export async function idTakersEnd(db: Reader, table: keyof Schema & string): Promise<boolean> {
  const { rows } = await sql<{ takers: TableWriters }>`select ${idTakersOf(table)} as takers`.execute(db.read)
  for (let pauseMs = 5; ; pauseMs *= 2) {
    if (await haveEnded(db, idTakersOf(table), rows[0]!.takers)) return true
    if (pauseMs > pauseMaxMs) return false
    await setTimeout(pauseMs)
  }
}
/** Each look waits twice as long as the one before. */
const pauseMaxMs = 80
