import type { World } from './world.ts'

/**
 * In which columns of the whole database one of these texts is, in any letter case: in texts, JSON, lists, and bytes. A
 * column is named `orders.orders.description`, once.
 */
export async function foundAnywhere({ query }: Pick<World, 'query'>, needles: readonly string[]): Promise<string[]> {
  const columns = (await query(`
    select table_schema || '.' || table_name as name, column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'bytea', 'inet')`)) as Column[]
  const texts = `array[${needles.map((needle) => `'${needle.toLowerCase().replaceAll("'", "''")}'`).join(', ')}]`
  const found: string[] = []
  for (const [name, ofTable] of Map.groupBy(columns, (one) => one.name)) {
    const asked = ofTable.map(
      ({ column, type }, nth) =>
        `bool_or(exists (select from unnest(${texts}) n where position(n in ${textOf(column, type)}) > 0)) as c${nth}`,
    )
    const [row] = await query(`select ${asked.join(', ')} from ${name} r`)
    found.push(...ofTable.flatMap(({ column }, nth) => (row![`c${nth}`] === true ? [`${name}.${column}`] : [])))
  }
  return found.toSorted()
}

type Column = { name: string; column: string; type: string }

/** Bytes are read as the text that they may be. */
const textOf = (column: string, type: string): string =>
  type === 'bytea' ? `lower(encode(r."${column}", 'escape'))` : `lower(r."${column}"::text)`
