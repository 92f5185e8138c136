import type { Selectable } from 'kysely'
import { hasFittingCode } from '#kernel/db/bound/open-bound.ts'
import type { Table } from '#kernel/db/commit/writes.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'

/** A table with codes. */
export type WithCodes = { [T in Table]: 'mac' extends keyof Schema[T] ? T : never }[Table]

/**
 * Of rows of a bound table, those that the program made. Any other row is as if it were not there; it is counted, named in
 * the log, and found by `verify`. Rows are read with all columns that their codes cover.
 */
export async function genuine<T extends WithCodes, Row extends Selectable<Schema[T]>>(
  { bound, run }: Pick<Db, 'bound' | 'run'>,
  table: T,
  rows: readonly Row[],
): Promise<Row[]> {
  const of = bound?.tables.get(table)
  if (!bound || !of || rows.length === 0) return [...rows]
  const columns = await bound.covered({ run })
  const [good, others] = [[] as Row[], [] as Row[]]
  for (const row of rows) (hasFittingCode(bound, columns, table, row) ? good : others).push(row)
  if (others.length === 0) return good
  if (!(await bound.isEnforced({ run }, table))) return [...rows]
  for (const row of others) bound.refused(table, of.key.map((column) => String(row[column as keyof Row])).join(' '))
  return good
}

export const genuineRow = async <T extends WithCodes, Row extends Selectable<Schema[T]>>(
  db: Pick<Db, 'bound' | 'run'>,
  table: T,
  row: Row | undefined,
): Promise<Row | undefined> => row && (await genuine(db, table, [row]))[0]
