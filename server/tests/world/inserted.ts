import pg from 'pg'

type Column = { name: string; type: string; keys: readonly string[] }
/** A table, and a text that is in what `verify` says of the row that is put in. */
export type ByHand = { name: string; columns: readonly Column[]; marker: string; nth: number }

export async function tablesByHand(client: pg.Client): Promise<ByHand[]> {
  const { rows } = await client.query<Omit<ByHand, 'marker' | 'nth'>>(`
    select n.nspname || '.' || c.relname as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname, 'keys', (
          select coalesce(jsonb_agg(i.indexrelid::regclass::text), '[]') from pg_index i
           where i.indrelid = c.oid and (i.indisunique or i.indisexclusion) and a.attnum = any(i.indkey))) order by a.attnum)
         from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname <> 'seals' and n.nspname || '.' || c.relname not in ('florin.migrations', 'florin.tables_to_bind', 'florin.retired_codes', 'florin.clock')
    order by 1`)
  return rows.map((row, nth) => ({ ...row, nth, marker: String(number(nth)) }))
}
const number = (nth: number): number => 8_100_000 + nth

const freshByType: Readonly<Record<string, (nth: number) => string>> = {
  uuid: (nth) => `'00000000-0000-4000-8000-00000${number(nth)}'`,
  bytea: (nth) => `'\\x${number(nth)}0'`,
  int2: () => '31',
  int4: (nth) => `${number(nth)}`,
  int8: (nth) => `${number(nth)}`,
  date: () => `(r.DAY + 1)`,
  int8range: () => 'int8range(1, 2)',
  timestamptz: () => `r_now()`,
}

/** Puts a copy of a row in, with a key of its own. Returns false where there is none, or where the rules of the table refuse it. */
export async function copyByHand(client: pg.Client, { name, columns, nth }: ByHand): Promise<boolean> {
  const others = columns.filter((column) => column.name !== 'mac')
  const keys = new Set(others.flatMap((column) => column.keys))
  const fresh = new Map(
    [...keys].map((key) => {
      const of = others.filter((column) => column.keys.includes(key))
      const { name: column, type } =
        of.find((one) => one.type === 'int8' || one.type === 'uuid') ??
        of.find((one) => one.type in freshByType) ??
        of[0]!
      return [column, freshByType[type]?.(nth) ?? `coalesce(r."${column}", '') || '${number(nth)}'`] as const
    }),
  )
  const values = columns.map((column) =>
    column.name === 'mac'
      ? 'null'
      : (fresh
          .get(column.name)
          ?.replace('r.DAY', `r."${column.name}"`)
          .replace('r_now()', `r."${column.name}" + interval '1 hour'`) ?? `r."${column.name}"`),
  )
  const names = columns.map((column) => `"${column.name}"`)
  const insert = `insert into ${name} (${names.join(', ')}) overriding system value select ${values.join(', ')} from ${name} r limit 1`
  for (const right of rights) {
    await client.query('begin')
    try {
      await client.query(right)
      const { rowCount } = await client.query(insert)
      await client.query('commit')
      return rowCount === 1
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof pg.DatabaseError)) throw error
    }
  }
  return false
}

/** Each role in turn, and at last without foreign keys: who can put a row in can put in those that it refers to, too. */
const rights = [
  'set local role florin_app',
  'set local role florin_vault',
  'set local role florin_issuer',
  'set local session_replication_role = replica',
]
