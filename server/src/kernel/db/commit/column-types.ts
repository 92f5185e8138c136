import type { Reader } from '#kernel/db/db.ts'

/** The SQL type of each column, by `schema.table` and column: what arrays of values are cast to. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * Loads the column types once and caches them; loads them again when `isMissing` reports a table or column that did not
 * exist then, such as one of a newer release.
 */
export function rememberColumnTypes(run: Reader['run']): (isMissing?: boolean) => Promise<ColumnTypes> {
  let known: Promise<ColumnTypes> | undefined
  return (isMissing = false) => {
    if (known && !isMissing) return known
    const loading = load(run)
    known = loading
    loading.catch(() => {
      if (known === loading) known = undefined
    })
    return loading
  }
}

async function load(run: Reader['run']): Promise<ColumnTypes> {
  const rows = await run(
    `select n.nspname || '.' || c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'`,
    [],
  )
  const types = new Map<string, Map<string, string>>()
  for (const { table, column, type } of rows as { table: string; column: string; type: string }[]) {
    const columns = types.get(table) ?? new Map<string, string>()
    types.set(table, columns.set(column, type))
  }
  return types
}

/** A column that was not in the database when the types were loaded, such as one of a newer release. */
export class UnknownColumn extends Error {
  override readonly name = 'UnknownColumn'
}

export function typeOf(types: ColumnTypes, table: string, column: string): string {
  const type = types.get(table)?.get(column)
  if (!type) throw new UnknownColumn(`${table} has no column ${column}`)
  return type
}
