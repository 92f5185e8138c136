import { changeRows } from '#kernel/db/bound/changed-rows.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { ColumnRule, Duty, OpenThing, PersonalData, PersonalTable } from '#kernel/db/personal-data.ts'

/** The ids under which the rows of a person are found, by the names that the tables use. */
export type FoundIds = ReadonlyMap<string, { type: string; values: readonly string[] }>

/** What finds the first row: the id of the person, and no e-mail address of anybody else. */
export const idsOf = (kind: string, id: string): FoundIds =>
  new Map([[kind, { type: kind === 'shopper' ? 'bigint' : 'text', values: [id] }]])

/** Reads table by table which ids the rows of a person have, for the tables further down. */
export async function findIds(db: Reader, data: readonly PersonalData[], first: FoundIds): Promise<FoundIds> {
  const ids = new Map(first)
  for (const { table, of, finds = {} } of tablesOf(data)) {
    for (const [name, { of: found, type }] of Object.entries(finds)) {
      const { sql, values } = bind(`select distinct (${found})::text as id from ${table} r where ${of}`, ids)
      const rows = (await db.run(`${sql} and (${found}) is not null`, values)) as { id: string }[]
      const before = ids.get(name)?.values ?? []
      ids.set(name, { type, values: [...new Set([...before, ...rows.map((row) => row.id)])] })
    }
  }
  return ids
}

export const tablesOf = (data: readonly PersonalData[]): PersonalTable[] => data.flatMap(({ tables }) => tables)

/** `:order` becomes a parameter with the ids of that name; a name under which nothing was found has none. */
export function bind(text: string, ids: FoundIds): { sql: string; values: unknown[] } {
  const values: unknown[] = []
  const names: string[] = []
  const sql = text.replaceAll(/(?<!:):([a-z_]+)/g, (_, name: string) => {
    if (!names.includes(name)) {
      names.push(name)
      values.push(ids.get(name)?.values ?? [])
    }
    return `$${names.indexOf(name) + 1}::text[]::${ids.get(name)?.type ?? 'text'}[]`
  })
  return { sql, values }
}

/** The columns that go at one time: at once, or when the terms of these duties are over. */
export const goesNow =
  (ended: readonly Duty[]) =>
  ({ kept, isLeft }: ColumnRule): boolean =>
    kept === undefined || (ended.includes(kept) && !isLeft)

const goingOf = ({ personal }: PersonalTable, ended: readonly Duty[]): [column: string, becomes: string][] =>
  Object.entries(personal)
    .filter(([, rule]) => goesNow(ended)(rule))
    .map(([column, { becomes = 'null' }]) => [column, becomes])

/** SQL for: something of the row is still as the person left it. */
const isLeft = (going: readonly [string, string][]): string =>
  `(${going.map(([column, becomes]) => `r.${column} is distinct from (${becomes})`).join(' or ')})`

/** Erases what goes of some rows of a person, and returns how many rows that were. */
export async function eraseRows(
  tx: Db,
  { table, ids, ended }: { table: PersonalTable; ids: FoundIds; ended: readonly Duty[] },
): Promise<number> {
  const going = goingOf(table, ended)
  if (going.length === 0) return 0
  const set = [...going, ...Object.entries(table.along ?? {})].map(([column, becomes]) => `${column} = ${becomes}`)
  const [which, changes] = [`${table.of} and ${isLeft(going)}`, set.join(', ')]
  const of = tx.bound?.tables.get(table.table)
  if (of) {
    const inside = { run: tx.run, columnTypes: tx.columnTypes, bound: tx.bound! }
    return changeRows(inside, of, { which: bind(which, ids), set: bind(changes, ids), limit: rowsAtOnce })
  }
  const key = (row: string) => `(${keyOf(table).map((column) => `${row}.${column}`)})`
  const { sql, values } = bind(
    `update ${table.table} as r set ${changes}
     where ${key('r')} in (select ${key('r').slice(1, -1)} from ${table.table} r where ${which} limit ${rowsAtOnce})
     returning 1 as one`,
    ids,
  )
  return (await tx.run(sql, values)).length
}
export const rowsAtOnce = 500

const keyOf = ({ key = 'id' }: PersonalTable): string[] => key.split(' ')

/** What a duty keeps of the rows of a person: of how many, and when the newest fact of it was. */
export type Kept = { duty: Duty; because: string; columns: string[]; rows: number; newest: Temporal.Instant | null }

/** How many rows have something that goes at once. */
export async function countGoing(db: Reader, table: PersonalTable, ids: FoundIds): Promise<number> {
  const going = goingOf(table, [])
  if (going.length === 0) return 0
  const { sql, values } = bind(
    `select count(*)::int as rows from ${table.table} r where ${table.of} and ${isLeft(going)}`,
    ids,
  )
  return ((await db.run(sql, values)) as { rows: number }[])[0]!.rows
}

/** What duties keep, together where it is for one reason. */
export async function countKept(db: Reader, table: PersonalTable, ids: FoundIds): Promise<Kept[]> {
  const all = new Map<string, Kept>()
  for (const [column, { kept: duty, because = '', since, becomes = 'null' }] of Object.entries(table.personal)) {
    if (duty === undefined) continue
    const { sql, values } = bind(
      `select count(*)::int as rows, max(${since ?? 'null::timestamptz'}) as newest from ${table.table} r
       where ${table.of} and r.${column} is distinct from (${becomes})`,
      ids,
    )
    const [row] = (await db.run(sql, values)) as { rows: number; newest: Temporal.Instant | null }[]
    if (row!.rows === 0) continue
    const one = all.getOrInsertComputed(`${duty} ${because}`, () => ({ duty, because, columns: [], ...row! }))
    one.columns.push(column)
    one.rows = Math.max(one.rows, row!.rows)
  }
  return [...all.values()]
}

/** What is open of a person, as a person calls it; the first ones of each kind. */
export async function openThings(db: Reader, data: readonly PersonalData[], ids: FoundIds): Promise<string[]> {
  const found: string[] = []
  for (const { table, of, what } of data.flatMap(({ open = [] }): readonly OpenThing[] => open)) {
    const { sql, values } = bind(`select ${what} as what from ${table} r where ${of} order by 1 limit ${openMax}`, ids)
    found.push(...((await db.run(sql, values)) as { what: string }[]).map((row) => row.what))
  }
  return found
}
const openMax = 5
