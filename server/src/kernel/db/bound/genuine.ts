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
  const later = await bound.changed({ run }, columns)
  if (later) return genuine({ bound, run }, table, rows)
  if (!(await bound.isEnforced({ run }, table))) return [...rows]
  for (const row of others) bound.refused(table, of.key.map((column) => String(row[column as keyof Row])).join(' '))
  return good
}

/**
 * Of rows of a join, those of which every part is genuine: `tables` says for each part, by its name, of which table it is.
 */
export async function genuineJoins<
  Tables extends Readonly<Record<string, WithCodes>>,
  Row extends { [Name in keyof Tables]: Selectable<Schema[Tables[Name]]> | undefined },
>(db: Pick<Db, 'bound' | 'run'>, tables: Tables, rows: readonly Row[]): Promise<WithParts<Row, keyof Tables>[]> {
  let whole = rows as readonly WithParts<Row, keyof Tables>[]
  for (const name of Object.keys(tables)) {
    const parts = whole.flatMap((row) => row[name] ?? [])
    const good = new Set<unknown>(await genuine(db, tables[name]!, parts as never))
    whole = whole.filter((row) => good.has(row[name]))
  }
  return [...whole]
}
type WithParts<Row, Name extends keyof Row> = Row & { [N in Name]: NonNullable<Row[N]> }

export const genuineRow = async <T extends WithCodes, Row extends Selectable<Schema[T]>>(
  db: Pick<Db, 'bound' | 'run'>,
  table: T,
  row: Row | undefined,
): Promise<Row | undefined> => row && (await genuine(db, table, [row]))[0]
