import type { Selectable } from 'kysely'
import type { Db } from './db.ts'
import type { Schema } from './schema.ts'

/** A table as its module lets others read it along with their own: in one statement, without knowing its columns. */
export type Joinable<Value> = { table: string; toValue(row: never): Value }

export const joinable = <Table extends keyof Schema & string, Value>(
  table: Table,
  toValue: (row: Selectable<Schema[Table]>) => Value,
): Joinable<Value> => ({ table, toValue })

/** One row of a join, with the key that it was asked for by: what it has of each table, undefined where there is none. */
type JoinedRow<Parts> = { key: string } & {
  [Name in keyof Parts]: Parts[Name] extends Joinable<infer Value> ? Value | undefined : never
}

/**
 * Reads rows of several tables as one statement, which is planned once for each connection: its plan costs more than many
 * of its reads. `from` is its text behind the columns, in which each part is known by its name. It begins with what is asked
 * for, `asked`, which has a column `key`; and it is given what to write for each table: its rows that meet a condition,
 * looked up for each row before them.
 */
export function joinedRows<Parts extends Readonly<Record<string, Joinable<unknown>>>>(
  parts: Parts,
  from: (rows: { [Name in keyof Parts]: (condition: string) => string }) => string,
): (db: Db, values: readonly unknown[]) => Promise<JoinedRow<Parts>[]> {
  const names = Object.keys(parts) as (keyof Parts & string)[]
  // A sub-select with an offset stays one: so no plan that was made for small tables reads large ones whole.
  const rowsOf = (name: keyof Parts & string) => (condition: string) =>
    `lateral (select * from ${parts[name]!.table} where ${condition} offset 0) as "${name}"`
  const behind = from(Object.fromEntries(names.map((name) => [name, rowsOf(name)])) as never)
  let columns: Map<string, readonly string[]> | undefined
  let text = ''
  const prepare = async (db: Db) => {
    const types = await db.columnTypes()
    columns = new Map(names.map((name) => [name, [...(types.get(parts[name]!.table)?.keys() ?? [])]]))
    const selected = names.flatMap((name) =>
      columns!.get(name)!.map((column) => `"${name}".${column} as "${name}.${column}"`),
    )
    text = `select asked.key, ${selected.join(', ')} ${behind}`
    return columns
  }
  return async (db, values) => {
    const known = columns ?? (await prepare(db))
    const rows = await db.runByKeys(text, values)
    const read = (row: Readonly<Record<string, unknown>>, name: keyof Parts & string) => {
      if (row[`${name}.id`] === null) return undefined
      return parts[name]!.toValue(columnsOf(row, name, known.get(name)!) as never)
    }
    return rows.map((row) => {
      const values = names.map((name) => [name, read(row, name)])
      return Object.fromEntries([['key', row.key], ...values]) as JoinedRow<Parts>
    })
  }
}

function columnsOf(row: Readonly<Record<string, unknown>>, name: string, columns: readonly string[]) {
  const part: Record<string, unknown> = {}
  for (const column of columns) part[column] = row[`${name}.${column}`]
  return part
}
