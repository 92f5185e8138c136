import type { Instant } from '#kernel/base/clock.ts'
import type { BoundTable } from '#kernel/db/bound/bound-table.ts'
import { type Bound, hasFittingCode, textOf } from '#kernel/db/bound/open-bound.ts'
import { typeOf } from '#kernel/db/commit/column-types.ts'
import type { Db } from '#kernel/db/db.ts'

export type BoundRow = Readonly<Record<string, unknown>>
type Asked = Pick<Db, 'run'>

/** The tables with rows of an older version, which have no code yet. */
export const tablesToBind = async ({ run }: Asked): Promise<readonly string[]> =>
  (await run('select name from florin.tables_to_bind order by name', [])).map(({ name }) => String(name))

/** From here on a row of the table without a fitting code is none. False while a row has no code. */
export const endBindingOf = async ({ run }: Asked, table: string): Promise<boolean> =>
  (await run('select florin.end_binding($1) as ended', [table]))[0]!.ended as boolean

/** Forgets the codes of rows that would count for nothing any more, were they put back. */
export const forgetRetiredCodes = async ({ run }: Asked): Promise<void> =>
  void (await run('select florin.forget_retired_codes()', []))

/** The next rows of a table in the order of its key, behind `after`. */
export function rowsInOrder({ run }: Asked, { table, key }: BoundTable, after: BoundRow | undefined, limit: number) {
  const columns = key.join(', ')
  const behind = after ? `where (${columns}) > (${key.map((_column, nth) => `$${nth + 1}`).join(', ')})` : ''
  const text = `select *, xmin::text as ${version} from ${table} ${behind} order by ${columns} limit ${limit}`
  return run(text, after ? key.map((column) => after[column]) : []) as Promise<BoundRow[]>
}

/** Rows of a table whose codes were made with a key of a number from `from` to below `below`; an index finds them. */
export function rowsOfKeys(
  { run }: Asked,
  { table }: BoundTable,
  { from, below }: { from: number; below: number },
  limit: number,
): Promise<BoundRow[]> {
  const text = `select *, xmin::text as ${version} from ${table} where mac >= $1 and mac < $2 order by mac limit ${limit}`
  return run(text, [Buffer.of(from), Buffer.of(below)]) as Promise<BoundRow[]>
}

export const hasNoFittingCode = async (
  db: Asked & { bound: Bound },
  { table }: BoundTable,
  rows: readonly BoundRow[],
) => {
  const columns = await db.bound.covered(db)
  return rows.filter((row) => !hasFittingCode(db.bound, columns, table, row))
}

type Inside = Asked & Pick<Db, 'columnTypes'>

/**
 * Makes new codes for rows that are still as they were read; `end` sets the column by which they end, where it is null. Returns
 * those that got one. Only for rows whose code fitted, and for the binding of older rows and of rows whose key is lost: any
 * other use would make a row count that the program did not make.
 */
export async function giveCodes(
  db: Inside & { bound: Bound },
  of: BoundTable,
  rows: readonly BoundRow[],
  { end, keepsChance = false }: { end?: { by: string; at: Instant } | undefined; keepsChance?: boolean } = {},
): Promise<BoundRow[]> {
  const columns = await db.bound.covered(db)
  const macs = rows.map((row) => {
    const ended = end && row[end.by] === null ? { ...row, [end.by]: end.at } : row
    const chance = keepsChance ? (row.mac as Uint8Array).subarray(1, 17) : undefined
    return db.bound.codes.make(textOf(columns, of.table, ended), chance)
  })
  const match = await matching(db, of, rows)
  const set = end ? `, ${end.by} = coalesce(t.${end.by}, $${match.values.length + 2})` : ''
  const text = `update ${of.table} as t set mac = codes.mac${set}
    from ${match.from(`, $${match.values.length + 1}::bytea[]`, ', mac')} where ${match.is}`
  return match.read(await db.run(`${text} returning ${match.key}`, [...match.values, macs, ...(end ? [end.at] : [])]))
}

type Text = { sql: string; values: readonly unknown[] }

/**
 * Changes rows by a statement of the caller's, in a transaction, where `commit` cannot say what becomes of a column: what the
 * program made has a fitting code afterwards, and what it did not make has none. `which` is a condition on the row `r`, and
 * `set` what is set. Returns how many rows it was, `limit` at most.
 */
export async function changeRows(
  tx: Inside & { bound: Bound },
  of: BoundTable,
  { which, set, limit }: { which: Text; set: Text; limit: number },
): Promise<number> {
  const { table } = of
  const select = `select r.*, r.ctid::text as place from ${table} r where ${which.sql} limit ${limit} for update`
  const before = (await tx.run(select, which.values)) as BoundRow[]
  if (before.length === 0) return 0
  const without = new Set((await hasNoFittingCode(tx, of, before)).map((row) => nameOf(of, row)))
  const update = `update ${table} as r set ${set.sql} where r.ctid = any ($${set.values.length + 1}::text[]::tid[])
    returning r.*, r.xmin::text as ${version}`
  const after = (await tx.run(update, [...set.values, before.map(({ place }) => place)])) as BoundRow[]
  const made = after.filter((row) => !without.has(nameOf(of, row)))
  if (made.length > 0) await giveCodes(tx, of, made)
  return after.length
}

/** Changes the rows of a table without codes, in a transaction, as `changeRows` does those of one with. */
export async function changeUncodedRows(
  tx: Inside,
  table: string,
  { which, set }: { which: string; set: string },
  values: readonly unknown[],
): Promise<number> {
  const changed = `update ${table} as r set ${set} where ${which} returning 1`
  const [row] = await tx.run(`with changed as (${changed}) select count(*)::integer as rows from changed`, values)
  return Number(row!.rows)
}

/** Deletes rows that are still as they were read, and returns them. */
export async function deleteRows(db: Inside, of: BoundTable, rows: readonly BoundRow[]): Promise<BoundRow[]> {
  const match = await matching(db, of, rows)
  const text = `delete from ${of.table} as t using ${match.from('', '')} where ${match.is} returning ${match.key}`
  return match.read(await db.run(text, match.values))
}

/** The version of a row, as the database counts it: every update changes it. */
const version = 'row_version'

async function matching(db: Inside, { table, key }: BoundTable, rows: readonly BoundRow[]) {
  const types = await db.columnTypes()
  const named = [...key.map((_column, nth) => `k${nth}`), 'version']
  const same = key.map((column, nth) => `t.${column} = codes.k${nth}::${typeOf(types, table, column)}`)
  const byKey = new Map(rows.map((row) => [nameOf({ key }, row), row]))
  return {
    values: [
      ...key.map((_column, nth) => rows.map((row) => keyOf({ key }, row)[nth])),
      rows.map((row) => row[version]),
    ],
    from: (moreLists: string, moreNames: string) =>
      `unnest(${named.map((_name, nth) => `$${nth + 1}::text[]`).join(', ')}${moreLists}) as codes (${named.join(', ')}${moreNames})`,
    is: [...same, 't.xmin::text = codes.version'].join(' and '),
    key: key.map((column, nth) => `t.${column} as k${nth}`).join(', '),
    read: (found: readonly BoundRow[]) =>
      found.map((one) => byKey.get(key.map((_column, nth) => textOfKey(one[`k${nth}`])).join('\n'))!),
  }
}

/** What names a row, as texts that the database reads. */
export const keyOf = ({ key }: Pick<BoundTable, 'key'>, row: BoundRow): string[] =>
  key.map((column) => textOfKey(row[column]))

const nameOf = (of: Pick<BoundTable, 'key'>, row: BoundRow): string => keyOf(of, row).join('\n')

const textOfKey = (value: unknown): string =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value)
