import type pg from 'pg'

/**
 * Tables as they are after years, made from the catalog, so that a table of a later migration is filled too. A number, a
 * UUID or a text that names another row has the value that this row has in its own table. The rows are at rest: of the
 * partial indexes of their table, which say what waits, as few as possible hold them.
 */
export type FilledTables = {
  /** Adds rows until each table has `count` of them. A table with a row for each of something else stays smaller. */
  fill(count: number): Promise<void>
  /** Adds so many rows whose numbers are beyond those of all others, and of all that a program writes (`firstWritten`). */
  addNewest(count: number): Promise<void>
  /** Adds so many due rows of each of these kinds of work, and removes them after `during`. The works are the same each time. */
  withDue(works: readonly Due[], count: number, during: () => Promise<void>): Promise<void>
}

/** A table of due work, and the condition in SQL for the rows of one kind of work. */
export type Due = { table: string; only?: string | undefined }

export type Filling = {
  /** The moment some hours after which all that is there was written. */
  now: Temporal.Instant
  /** SQL over the number `n` of a row for columns by name, with or without their table: `site_id`, `outbox.events.name`. */
  columns: Readonly<Record<string, string>>
  /** Whether a table, such as `ledger.entries`, stays as it is. */
  leaves(table: string): boolean
}

type Column = { name: string; type: string; notNull: boolean; listed: readonly string[] | null }
type Table = { name: string; columns: readonly Column[]; waiting: readonly string[] }
/** What the rows have in a column: which of the values of its check, or null. */
type Choice = { nth: number; isNull: boolean }

export async function openFilledTables(client: pg.Client, filling: Filling): Promise<FilledTables> {
  const tables = (await tablesOf(client)).filter(({ name }) => !filling.leaves(name))
  await dropChecks(client)
  const inserts: Insert[] = []
  let dueInserts: Insert[] | undefined
  for (const table of tables) {
    const choices = await choicesFor(client, table, { filling, avoided: table.waiting })
    inserts.push({ name: table.name, text: insertInto(table, choices, filling) })
  }
  let [filled, added] = [0, 0]
  const unruled = async (work: () => Promise<void>) => {
    await client.query('set session_replication_role = replica')
    await work()
    await client.query('reset session_replication_role')
  }
  const insert = ({ name, text }: Insert, numbers: [from: number, through: number]) =>
    client.query(text, numbers).catch((cause: Error) => {
      throw new Error(`${name} cannot be filled: ${cause.message}`, { cause })
    })
  const insertAll = (first: number, last: number) =>
    unruled(async () => {
      for (const one of inserts) await insert(one, [first, last])
    })
  return {
    fill: async (count) => {
      await insertAll(filled + 1, count)
      filled = count
    },
    addNewest: async (count) => {
      const first = firstWritten * (2 + added++)
      await insertAll(first, first + count - 1)
    },
    withDue: async (works, count, during) => {
      dueInserts ??= await dueInsertsOf(client, { tables, works, filling })
      const names = [...new Set(dueInserts.map(({ name }) => name))]
      await unruled(async () => {
        for (const [index, one] of dueInserts!.entries())
          await insert(one, [firstDue * (index + 1), firstDue * (index + 1) + count - 1])
      })
      await client.query(`analyze ${names.join(', ')}`)
      await during()
      await unruled(async () => {
        for (const name of names) await client.query(`delete from ${name} where due_at is not null`)
      })
    },
  }
}
type Insert = { name: string; text: string }

/** For each kind of work whose table is filled: its rows fulfil the condition of the work, and have been due for an hour. */
async function dueInsertsOf(
  client: pg.Client,
  { tables, works, filling }: { tables: readonly Table[]; works: readonly Due[]; filling: Filling },
): Promise<Insert[]> {
  const due = { ...filling, columns: { ...filling.columns, ...dueColumns(filling) } }
  const inserts: Insert[] = []
  for (const { table: of, only } of works) {
    const table = tables.find(({ name }) => name === of)
    if (!table) continue
    const avoided = only === undefined ? [] : [`not (${only})`]
    const choices = await choicesFor(client, table, { filling: due, avoided })
    inserts.push({ name: of, text: insertInto(table, choices, due) })
  }
  return inserts
}

/** Sequences are to begin here: beyond the numbers of filled rows, and before those of the newest. */
export const firstWritten = 1_000_000

/** Numbers of due rows are beyond all others, and those of each kind of work beyond those of the one before. */
const firstDue = 10_000_000

const dueColumns = ({ now }: Filling) => ({
  due_at: `'${now}'::timestamptz - interval '1 hour' + (n % ${firstDue}) * interval '1 millisecond'`,
  leased_until: 'null',
})

/** Checks of amounts and forms bind what the program writes; rows that are made from types alone do not fulfil them. */
async function dropChecks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
     where contype = 'c' and conrelid <> 0 and connamespace::regnamespace::text !~ '^(pg_|information_schema)'`)
  if (rows.length > 0) await client.query(rows.map(({ statement }) => statement).join('; '))
}

function insertInto({ name, columns }: Table, choices: readonly Choice[], filling: Filling): string {
  const names = columns.map((column) => `"${column.name}"`)
  const values = columns.map((column, index) => expressionOf(name, column, choices[index]!, filling))
  return `insert into ${name} (${names.join(', ')}) overriding system value
          select ${values.join(', ')} from generate_series($1::bigint, $2::bigint) as n on conflict do nothing`
}

function expressionOf(
  table: string,
  { name, type, listed }: Column,
  { nth, isNull }: Choice,
  { now, columns }: Filling,
): string {
  const given = columns[`${table}.${name}`] ?? columns[name]
  if (given !== undefined) return `(${given})::${type}`
  if (isNull) return `null::${type}`
  if (listed) return `'${listed[nth]}'::${type}`
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type === 'timestamp with time zone')
    return `'${now}'::timestamptz ${later.test(name) ? "+ interval '30 days'" : "- interval '6 hours'"} + n * interval '1 millisecond'`
  return valuesByType[type]?.(now) ?? `n::${type}`
}

/** When something ends that holds. */
const later = /^(?:expires|ends|forget|release|available|valid_until)(?:_at)?$|_until$/

const valuesByType: Readonly<Record<string, (now: Temporal.Instant) => string>> = {
  uuid: () => `('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`,
  bytea: () => `decode(lpad(to_hex(n), 64, '0'), 'hex')`,
  smallint: () => `(n % 100)::smallint`,
  boolean: () => 'false',
  json: () => `'{}'::json`,
  jsonb: () => `'{}'::jsonb`,
  interval: () => `interval '1 day'`,
  date: (now) => `('${now}'::timestamptz)::date - (n % 7)::integer`,
  'time without time zone': () => `'12:00'::time`,
}

type Wanted = { filling: Filling; avoided: readonly string[] }

/** Changes one column after the other until the rows fulfil none of the conditions, or as few as can be. */
async function choicesFor(client: pg.Client, table: Table, { filling, avoided }: Wanted): Promise<readonly Choice[]> {
  const { name: of, columns } = table
  let best = columns.map(
    ({ name, notNull, listed }): Choice => ({
      nth: listed ? listed.length - 1 : 0,
      isNull: !notNull && whenDue.test(name),
    }),
  )
  const countOf = async (choices: readonly Choice[]): Promise<number> => {
    const values = columns.map(
      (column, index) => `${expressionOf(of, column, choices[index]!, filling)} as "${column.name}"`,
    )
    const fulfilled = avoided.map((condition) => `coalesce((${condition})::integer, 0)`).join(' + ')
    const { rows } = await client.query<{ count: number }>(
      `select ${fulfilled} as count from (select ${values.join(', ')} from (values (1)) as one(n)) as r`,
    )
    return rows[0]!.count
  }
  let count = avoided.length === 0 ? 0 : await countOf(best)
  for (const [index, { name, notNull, listed }] of columns.entries()) {
    if (!avoided.some((condition) => new RegExp(`\\b${name}\\b`).test(condition))) continue
    const isNull = notNull ? [] : [{ nth: 0, isNull: true }]
    for (const other of [...(listed ?? ['']).map((_, nth) => ({ nth, isNull: false })), ...isNull]) {
      if (count === 0) return best
      const choices = best.with(index, other)
      const others = await countOf(choices)
      if (others < count) [best, count] = [choices, others]
    }
  }
  return best
}
const whenDue = /^(?:due_at|leased_until|parked_at)$/

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'notNull', a.attnotnull, 'listed', (
          select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::', 'g') m)
            from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' limit 1)) order by a.attnum)
         from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(jsonb_agg(distinct pg_get_expr(i.indpred, i.indrelid)), '[]') from pg_index i
        where i.indrelid = c.oid and i.indpred is not null) as waiting
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind = 'r' order by 1`)
  return rows
}
