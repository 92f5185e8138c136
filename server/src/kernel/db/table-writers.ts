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
export const writersOf = (table: keyof Schema & string): RawBuilder<TableWriters> => sql`array(
  select virtualtransaction from pg_locks
  where locktype = 'relation' and relation = ${table}::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database()))`

/** The transactions that are writing to any of some tables. */
export async function writersOfAny(db: Reader, tables: readonly (keyof Schema & string)[]): Promise<TableWriters> {
  const { rows } = await sql<{ writers: TableWriters }>`select array(
    select virtualtransaction from pg_locks
    where locktype = 'relation' and relation = any(${tables}::text[]::regclass[]) and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())) as writers`.execute(db.read)
  return rows[0]!.writers
}

export async function haveEnded(db: Reader, table: keyof Schema & string, writers: TableWriters): Promise<boolean> {
  if (writers.length === 0) return true
  const { rows } = await sql<{ current: TableWriters }>`select ${writersOf(table)} as current`.execute(db.read)
  return !rows[0]!.current.some((writer) => writers.includes(writer))
}
