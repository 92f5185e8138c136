import pg from 'pg'

/**
 * Resets a database to an earlier snapshot: rows and sequences. Emptying the tables that have rows takes some 3 ms,
 * where a copy of the template takes 100 to 250 and `truncate` of every table 100. The tables come from the catalog, so
 * that those of a later migration are included.
 */
export type Reset = {
  /**
   * False: more than rows was changed (a table, a trigger, a setting), or a client is still at work; use another one.
   */
  reset(): Promise<boolean>
  /** Resets the rows and sequences of any database of the same migrations, even while clients are at work in it. */
  putBack(client: pg.Client): Promise<void>
  /** Of each table, whether it has any row at this moment. */
  held(): Promise<ReadonlyMap<string, boolean>>
}

/** What a fresh database holds. The client stays the caller's, and no rule of the product binds it; `looks` as those of `othersRest`. */
export async function learnFresh(client: pg.Client, { looks = looksMax } = {}): Promise<Reset> {
  const tables = await tablesOf(client)
  const held = await heldBy(client, tables)
  const { rows } = await client.query<{ xid: string }>('select pg_current_xact_id()::xid::text as xid')
  const { xid: since } = rows[0]!
  const seeds = tables.filter((_table, at) => held[at])
  const refill: string[] = []
  for (const table of seeds) refill.push(await refillOf(client, table))
  const shape = await shapeOf(client, since)
  const { versions, sequences } = await useOf(client, { tables, seeds })
  // To write the rows anew costs a third of a reset, and hardly any test changes one of them.
  const asFresh = new Set([versions])
  const planned = new Map<string, string>()
  /** Returns the tables that had so many rows that they deserve a vacuum. */
  const putBackFrom = async (used: pg.Client, use: Use, execute = (statement: string) => statement) => {
    const refilled = asFresh.has(use.versions) ? [] : refill
    const isKept = (table: string) => refilled.length === 0 && seeds.includes(table)
    const emptied = tables.filter((table, at) => use.held[at] && !isKept(table))
    const deletes = emptied.map((table) => `delete from ${table}`)
    const transitioned = Object.entries(use.sequences).filter(([name, state]) => sequences[name] !== state)
    const back = transitioned.map(([name]) => `select setval(${pg.escapeLiteral(name)}, ${sequences[name]})`)
    // In this role no trigger fires and no foreign key is checked, so tables may be emptied in any order.
    const all = ['begin', 'set local session_replication_role = replica']
    const statements = [...all, ...deletes.map(execute), ...refilled, ...back.map(execute), 'commit']
    const results = [await used.query(statements.join(';\n'))].flat().filter(({ command }) => command === 'DELETE')
    if (refilled.length > 0) asFresh.add((await useOf(used, { tables, seeds })).versions)
    return emptied.filter((_table, at) => results[at]!.rowCount! > deletedMax)
  }
  let resets = 0
  return {
    putBack: async (used) => void (await putBackFrom(used, await useOf(used, { tables, seeds }))),
    held: async () => {
      const has = await heldBy(client, tables)
      return new Map(tables.map((table, at) => [table, has[at]!]))
    },
    reset: async () => {
      if (!(await othersRest(client, looks)) || (await shapeOf(client, since)) !== shape) return false
      const large = await putBackFrom(client, await useOf(client, { tables, seeds }), plannedOnce(planned))
      const toVacuum = ++resets % vacuumEvery === 0 ? tables : large
      if (toVacuum.length > 0) await client.query(`vacuum ${toVacuum}`)
      return true
    },
  }
}

/** The statement by its name, and before that its plan, if this is the first time: to plan one takes longer than to do it. */
const plannedOnce =
  (names: Map<string, string>) =>
  (statement: string): string => {
    const name = names.get(statement)
    if (name) return `execute ${name}`
    const added = `reset_${names.size}`
    names.set(statement, added)
    return `prepare ${added} as ${statement}; execute ${added}`
  }

/**
 * Deleted rows stay in the files until a vacuum; they slow down sequential scans. But a vacuum makes every connection plan
 * all of its statements again, which costs as much as dozens of resets. A table that had thousands of rows is vacuumed at
 * once: the statements about the others stay planned.
 */
const [vacuumEvery, deletedMax] = [250, 2_000]

const ours = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

export const allTables = `
  select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${ours} and c.relkind = 'r' order by 1`

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(allTables)
  return rows.map(({ name }) => name)
}

/** Of each table, whether it has any row. */
export const whichHold = (tables: readonly string[]): string =>
  `select array[${tables.map((table) => `exists (select from ${table})`)}] as held`

async function heldBy(client: pg.Client, tables: readonly string[]): Promise<boolean[]> {
  const { rows } = await client.query<{ held: boolean[] }>({ name: 'held', text: whichHold(tables) })
  return rows[0]!.held
}

/**
 * What was done with a database, in one reply: of each table whether it has any row; which versions of which rows the
 * `seeds` hold, the same as before when no row was added, changed or removed (a copy of a database has those of its origin,
 * until they are changed); and the position of every sequence, as the last two arguments of `setval`.
 */
async function useOf(client: pg.Client, { tables, seeds }: Record<'tables' | 'seeds', string[]>): Promise<Use> {
  const versions = seeds.map((table) => `(select string_agg(ctid || ' ' || xmin, ',' order by ctid) from ${table})`)
  const { rows } = await client.query<Use>({
    name: 'use',
    text: `${whichHold(tables)}, md5(concat_ws(';', ${versions})) as versions, (${allSequences}) as sequences`,
  })
  return rows[0]!
}
type Use = { held: boolean[]; versions: string; sequences: Record<string, string> }

const allSequences = `
  select coalesce(jsonb_object_agg(seqrelid::regclass,
           coalesce(pg_sequence_last_value(seqrelid) || ', true', seqstart || ', false')), '{}') from pg_sequence`

/** The statement that puts back the rows that are there now. */
async function refillOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ all: string; columns: string }>(`
    select (select jsonb_agg(to_jsonb(t))::text from ${table} as t) as all, string_agg(quote_ident(attname), ', ') as columns
      from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  const { all, columns } = rows[0]!
  return `insert into ${table} (${columns}) overriding system value
          select ${columns} from jsonb_populate_recordset(null::${table}, ${pg.escapeLiteral(all)});`
}

/**
 * Changes whenever anything but rows is changed: how much the catalog holds besides PostgreSQL's own, and how much of it
 * was written after this transaction.
 */
async function shapeOf(client: pg.Client, since: string): Promise<string> {
  const parts = ['class', 'attribute', 'constraint', 'trigger', 'index', 'proc', 'type', 'namespace', 'policy']
  const keys: Record<string, string> = { attribute: 'attrelid', index: 'indexrelid' }
  const of = (part: string) =>
    `select count(*) || ' ' || count(*) filter (where age(xmin) < (select age('${since}'::xid)))
       from pg_${part} where ${keys[part] ?? 'oid'} >= ${firstOfOurs}`
  const settings = 'select count(*)::text from pg_db_role_setting'
  const all = [...parts.map(of), settings].map((text) => `(${text})`)
  const { rows } = await client.query<{ shape: string }>({
    name: 'shape',
    text: `select concat_ws(', ', ${all}) as shape`,
  })
  return rows[0]!.shape
}
/** PostgreSQL numbers its own things below. */
const firstOfOurs = 16_384

/** Waits until no other client has a statement or a transaction under way; returns false if that takes too long. */
async function othersRest(client: pg.Client, looks: number): Promise<boolean> {
  for (let look = 0; look < looks; look++) {
    const { rows } = await client.query<{ busy: boolean }>({
      name: 'busy',
      text: `select exists (select from pg_stat_activity where datname = current_database()
                and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle') as busy`,
    })
    if (!rows[0]!.busy) return true
    await client.query('select pg_sleep(0.005)')
  }
  return false
}
const looksMax = 600
