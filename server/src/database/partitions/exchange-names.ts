import type pg from 'pg'

type Named = ReadonlyMap<string, string>

/** The indexes of a table, by their number and name. */
export async function copiedNames(client: pg.ClientBase, table: string): Promise<Named> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `select i.indexrelid::text as id, c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = $1::regclass`,
    [table],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * The table keeps the names of its indexes, and those of its first partition are named after it. Throws when PostgreSQL has made an index anew,
 * which would read the whole table under the lock.
 */
export async function exchangeNames(
  client: pg.ClientBase,
  { table, first, names }: { table: string; first: string; names: Named },
): Promise<void> {
  const schema = table.slice(0, table.indexOf('.'))
  const { rows } = await client.query<{ id: string; name: string; above: string | null }>(
    `select i.indexrelid::text as id, c.relname as name, p.relname as above
       from pg_index i join pg_class c on c.oid = i.indexrelid
       left join pg_inherits h on h.inhrelid = i.indexrelid left join pg_class p on p.oid = h.inhparent
      where i.indrelid = $1::regclass`,
    [first],
  )
  const made = rows.filter(({ id, above }) => !names.has(id) || above === null)
  if (made.length > 0)
    throw new Error(
      `${table} has indexes unlike those of a table made like it: ${made.map(({ name }) => name)}. Nothing was changed.`,
    )
  const rename = (from: string, to: string) => client.query(`alter index ${schema}."${from}" rename to "${to}"`)
  for (const [at, { name }] of rows.entries())
    await rename(name, `${first.slice(schema.length + 1)}_${at}`.slice(0, 63))
  for (const { name, above } of rows) await rename(above!, name)
}
