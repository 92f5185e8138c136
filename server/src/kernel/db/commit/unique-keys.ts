import type { Reader } from '#kernel/db/db.ts'

/**
 * A unique constraint or index on columns: the columns, the condition of a partial one, and the columns which that
 * condition is about.
 */
export type UniqueKey = { columns: readonly string[]; condition: string | undefined; about: readonly string[] }
export type UniqueKeys = ReadonlyMap<string, UniqueKey>

/** Loads the unique keys once, by name. One that a newer release adds is not known, and is then found out by its error. */
export function rememberUniqueKeys(run: Reader['run']): () => Promise<UniqueKeys> {
  let known: Promise<UniqueKeys> | undefined
  return () => {
    known ??= load(run).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

async function load(run: Reader['run']): Promise<UniqueKeys> {
  const rows = await run(
    `select c.relname as name, pg_get_expr(i.indpred, i.indrelid) as condition,
       array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k(n, o)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n order by k.o) as columns,
       array(select a.attname::text from pg_attribute a
         where i.indpred is not null and a.attrelid = i.indrelid and a.attnum > 0) as candidates
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
       join pg_namespace n on n.oid = c.relnamespace
     where i.indisunique and i.indexprs is null and not t.relispartition
       and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'`,
    [],
  )
  type Row = { name: string; columns: string[]; condition: string | null; candidates: string[] }
  return new Map(
    (rows as Row[]).map(({ name, columns, condition, candidates }) => {
      // Looked for here: the database would compile an expression for each column of each table, at every start.
      const words = new Set(condition?.match(/\w+/g))
      const about = candidates.filter((column) => words.has(column))
      return [name, { columns, condition: condition ?? undefined, about }]
    }),
  )
}
