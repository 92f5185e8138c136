import type pg from 'pg'

/** `create index concurrently if not exists name on schema.table …`, in its parts. */
export type ConcurrentIndex = { statement: string; name: string; schema: string; table: string }

const form = /^create (?:unique )?index concurrently if not exists ([a-z_\d]+) on ([a-z_]+)\.([a-z_]+) /

export function readConcurrentIndex(statement: string): ConcurrentIndex | undefined {
  const [, name, schema, table] = form.exec(statement) ?? []
  return name && schema && table ? { statement, name, schema, table } : undefined
}

/** Builds an index while others write; one whose building was broken off is built anew. */
export async function buildConcurrently(client: pg.Client, index: ConcurrentIndex): Promise<void> {
  const { rowCount } = await client.query(`select from pg_class where oid = to_regclass($1) and relkind = 'p'`, [
    `${index.schema}.${index.table}`,
  ])
  if (rowCount) return buildInPartitions(client, index)
  await dropUnfinished(client, `${index.schema}.${index.name}`)
  await client.query(index.statement)
}

/**
 * PostgreSQL builds no index of a partitioned table while others write. So each partition gets its own, and that of the table
 * is valid when it has them all.
 */
async function buildInPartitions(client: pg.Client, { statement, name, schema, table }: ConcurrentIndex) {
  const on = ` on ${schema}.${table} `
  await client.query(statement.replace(' concurrently', '').replace(on, ` on only ${schema}.${table} `))
  for (;;) {
    const partition = await partitionWithout(client, { table: `${schema}.${table}`, index: `${schema}.${name}` })
    if (!partition) return
    const own = `${name.slice(0, 40)}_${partition.id}`
    await dropUnfinished(client, `${schema}.${own}`)
    await client.query(statement.replace(` ${name} `, ` ${own} `).replace(on, ` on ${partition.name} `))
    await client.query(`alter index ${schema}.${name} attach partition ${schema}.${own}`)
  }
}

/** A worker may make the next one meanwhile, so they are looked for until none is left. */
async function partitionWithout(client: pg.Client, { table, index }: { table: string; index: string }) {
  const { rows } = await client.query<{ id: number; name: string }>(
    `select p.inhrelid::int as id, p.inhrelid::regclass::text as name from pg_inherits p
      where p.inhparent = $1::regclass and not exists (
        select from pg_index i join pg_inherits h on h.inhrelid = i.indexrelid
         where i.indrelid = p.inhrelid and h.inhparent = $2::regclass)
      order by 1 limit 1`,
    [table, index],
  )
  return rows[0]
}

/** An index whose building was broken off is there, and good for nothing. */
async function dropUnfinished(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_catalog.pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rowCount) await client.query(`drop index concurrently ${index}`)
}
