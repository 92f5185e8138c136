import type { Difference, Findings } from '#kernel/audit/findings.ts'
import type { BoundTable } from '#kernel/db/bound/bound-table.ts'
import { type Bound, hasFittingCode } from '#kernel/db/bound/open-bound.ts'
import type { Reader } from '#kernel/db/db.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Every row that grants something has a code that fits it, and no code that was retired: the program made it, and it was not
 * changed by hand, copied or put back. Tables whose rows wait for their first code are left out.
 */
export async function checkBound(moment: Reader, findings: Findings, bound: Bound): Promise<void> {
  const waiting = new Set((await moment.run('select name from florin.tables_to_bind', [])).map(({ name }) => name))
  for (const of of bound.tables.values()) {
    if (waiting.has(of.table)) continue
    await checkTable(moment, findings, bound, of)
  }
}

async function checkTable(moment: Reader, findings: Findings, bound: Bound, of: BoundTable): Promise<void> {
  const columns = await bound.covered(moment)
  let after: readonly unknown[] | undefined
  for (;;) {
    const rows = await pageOf(moment, of, after)
    if (rows.length === 0) return
    const retired = await retiredAmong(moment, of, rows)
    for (const row of rows)
      if (row.mac === null) findings.differ(differenceOf(of, row, hasNone))
      else if (!hasFittingCode(bound, columns, of.table, row)) findings.differ(differenceOf(of, row, fitsNot))
      else if (retired.has(chanceOf(row))) findings.differ(differenceOf(of, row, wasRetired))
    findings.checked('rows with codes', rows.length)
    after = of.key.map((column) => rows.at(-1)![column])
  }
}

function pageOf(moment: Reader, { table, key }: BoundTable, after: readonly unknown[] | undefined): Promise<Row[]> {
  const columns = key.join(', ')
  const places = key.map((_column, nth) => `$${nth + 1}`).join(', ')
  const behind = after ? `where (${columns}) > (${places})` : ''
  return moment.run(`select * from ${table} ${behind} order by ${columns} limit ${rowsAtOnce}`, after ?? [])
}
const rowsAtOnce = 1_000

const chanceOf = ({ mac }: Row): string => Buffer.from((mac as Uint8Array).subarray(1, 17)).toString('hex')

async function retiredAmong(moment: Reader, { table }: BoundTable, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const chances = rows.flatMap(({ mac }) => (mac === null ? [] : [(mac as Uint8Array).subarray(1, 17)]))
  const found = await moment.run(
    'select chance from florin.retired_codes where place = $1 and chance = any($2::bytea[])',
    [table, chances],
  )
  return new Set(found.map(({ chance }) => Buffer.from(chance as Uint8Array).toString('hex')))
}

type Wrong = Pick<Difference, 'wrong' | 'actual' | 'should'>
const should = 'a row that the program made, as it made it'
const byHand = 'the program did not make this row, or it was changed by hand'
const hasNone: Wrong = { wrong: byHand, actual: 'no code of the program', should }
const fitsNot: Wrong = {
  wrong: byHand,
  actual: 'a code that does not fit it',
  should,
}
const wasRetired: Wrong = { wrong: 'it is an older state, put back by hand', actual: 'a code that was retired', should }

function differenceOf({ what, table, key }: BoundTable, row: Row, wrong: Wrong): Difference {
  const [names, values] = [key, key.map((column) => textOfKey(row[column]))]
  const where = names.map((name, nth) => `${name} = '${values[nth]}'`).join(' and ')
  return { about: `${what} ${values.join(' ')}`, ...wrong, look: `${table} where ${where}` }
}

const textOfKey = (value: unknown): string =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value)
