import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { BoundTable, RowCodes } from '#kernel/db/bound/bound-table.ts'
import { type CoveredColumns, loadCoveredColumns } from '#kernel/db/bound/covered-columns.ts'
import { coveredText } from '#kernel/db/bound/covered-text.ts'
import type { Db, Reader } from '#kernel/db/db.ts'

type Row = Readonly<Record<string, unknown>>
type Asked = Pick<Reader, 'run'>

/** The tables whose rows have codes, for `commit`, which makes them, and for everybody who reads such a row. */
export type Bound = {
  tables: ReadonlyMap<string, BoundTable>
  codes: RowCodes
  /** Loaded once, with the first row of any bound table. */
  covered(db: Asked): Promise<CoveredColumns>
  /** The same anew, after a row did not fit by `known`, if a later version has changed them meanwhile; asked for now and then. */
  changed(db: Asked, known: CoveredColumns): Promise<CoveredColumns | undefined>
  /**
   * Whether a row without a fitting code is none. False as long as programs of an older version may run beside this one,
   * until the rows that they made have codes.
   */
  isEnforced(db: Asked, table: string): Promise<boolean>
  /** Called with each row that was read and is none. */
  refused(table: string, key: string): void
}

export function openBound({
  tables,
  codes,
  refused,
}: {
  tables: readonly BoundTable[]
  codes: RowCodes
  refused: (table: string, key: string) => void
}): Bound {
  let columns: Promise<CoveredColumns> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let waiting: { names: ReadonlySet<string>; askedAt: number } | undefined
  const waitingTables = async ({ run }: Asked): Promise<ReadonlySet<string>> => {
    if (waiting && (waiting.names.size === 0 || performance.now() - waiting.askedAt < askedAgainMs))
      return waiting.names
    const rows = (await run('select name from florin.tables_to_bind', [])) as { name: string }[]
    waiting = { names: new Set(rows.map(({ name }) => name)), askedAt: performance.now() }
    return waiting.names
  }
  return {
    tables: new Map(tables.map((one) => [one.table, one])),
    codes,
    refused,
    covered: ({ run }) => {
      columns ??= loadCoveredColumns(run, tables).catch((error) => {
        columns = undefined
        throw error
      })
      return columns
    },
    changed: async ({ run }, known) => {
      const before = await columns
      if (before && before !== known) return before
      if (performance.now() - lookedAt < askedAgainMs) return undefined
      lookedAt = performance.now()
      const found = await loadCoveredColumns(run, tables)
      if (isDeepStrictEqual(found, known)) return undefined
      columns = Promise.resolve(found)
      return found
    },
    isEnforced: async (db, table) => !(await waitingTables(db)).has(table),
  }
}
/** How late a program learns what another version has done: that older rows have codes, or that there are new columns. */
const askedAgainMs = 5_000

/** The same database, also inside of its transactions, whose bound tables get codes when they are written. */
export function withBound(db: Db, bound: Bound): Db {
  const locked: Db['locked'] = (rows, options, work) =>
    db.locked(rows, options, (tx, found, held) => work(withBound(tx, bound), found, held))
  // Getters stay getters: a transaction opens its query builder when somebody reads with it.
  const own = { ...Object.getOwnPropertyDescriptors(db), ...Object.getOwnPropertyDescriptors({ locked, bound }) }
  return Object.defineProperties({}, own) as Db
}

/** What the code of a row covers: the table, and the columns with another value than their default. */
export function textOf(columns: CoveredColumns, table: string, row: Row): string {
  const parts: string[] = [table]
  for (const { name, type, byDefault } of columns.get(table) ?? []) {
    if (!(name in row)) {
      assert(byDefault !== undefined, `the code of a row of ${table} covers ${name}, which it does not name`)
      continue
    }
    const text = coveredText(type, row[name])
    if (text !== byDefault) parts.push(name, text ?? '', text === null ? 'null' : 'value')
  }
  return JSON.stringify(parts)
}

/**
 * Whether a row has a code that fits it. A column that a later version has added, and a reader of this one leaves out, is
 * taken to have its default.
 */
export function hasFittingCode(
  { codes }: Pick<Bound, 'codes'>,
  columns: CoveredColumns,
  table: string,
  row: Row,
): boolean {
  const code = row.mac as Uint8Array | null
  return code !== null && code.length === codeBytes && codes.fits(code, textOf(columns, table, row))
}
const codeBytes = 1 + 16 + 32
