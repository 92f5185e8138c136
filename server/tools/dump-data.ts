import type pg from 'pg'

/**
 * A table and its columns, generated ones left out, in the order in which tables were created: parents before children.
 */
type Table = { name: string; columns: string[] }

/**
 * All rows of a database as one insert per table, and the positions of its sequences. Rows are in the order of their
 * primary keys, or of all columns, so that the same rows always make the same text. Rate limits are left out.
 */
export async function dumpData(client: pg.ClientBase): Promise<string> {
  await client.query(`set time zone 'UTC'`)
  const parts: string[] = []
  for (const table of await tables(client)) {
    const rows = await rowsOf(client, table)
    if (rows.length === 0) continue
    const into = `insert into ${table.name} (${table.columns.join(', ')}) overriding system value values`
    parts.push(`${into}\n${rows.map((row) => `  (${row})`).join(',\n')};\n`)
  }
  return [...parts, ...(await sequences(client))].join('\n')
}

async function tables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           array_agg(quote_ident(a.attname) order by a.attnum) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relpersistence = 'p'
       and n.nspname not in ('pg_catalog', 'information_schema')
     group by n.nspname, c.relname, c.oid
     order by (n.nspname, c.relname) = ('florin', 'migrations'), c.oid`)
  return rows
}

async function rowsOf(client: pg.ClientBase, { name, columns }: Table): Promise<string[]> {
  const { rows: keys } = await client.query<{ column: string }>(
    `select quote_ident(a.attname) as column
       from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)`,
    [name],
  )
  const order = keys.length > 0 ? keys.map(({ column }) => column) : columns
  const values = columns.map((column) => `quote_nullable(${column}::text)`).join(` || ', ' || `)
  const { rows } = await client.query<{ row: string }>(
    `select ${values} as row from ${name} order by ${order.join(', ')}`,
  )
  return rows.map(({ row }) => row)
}

async function sequences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; position: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value as position
      from pg_sequences where last_value is not null order by 1`)
  return rows.map(({ name, position }) => `select setval('${name}', ${position});`)
}
