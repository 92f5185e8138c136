import { expect, test } from 'vitest'
import type { Bound } from '#kernel/db/bound/open-bound.ts'
import type { Reader } from '#kernel/db/db.ts'
import { openCodedRows } from '../world/coded-rows.ts'
import { type Harm, type Harmed, harmedTable, harmsOf, outcomesOf } from '../world/harms.ts'
import { isLong, longTest, sampled } from '../world/length.ts'
import { richHistory } from '../world/rich-history.ts'
import { openRolledBack } from '../world/rolled-back.ts'

test('whatever is done to a row that grants something, the database refuses it or verify names the row', async () => {
  const { url, bound } = await openCodedRows()
  const { wrong, tables } = await harmed(url, bound)
  expect(wrong).toEqual([])
  expect(tables).toBe(bound.tables.size)
}, 900_000)

// In small: whatever is done to a row that grants something, the database refuses it or verify names the row
longTest(
  'so it is with the rows of two months',
  async () => {
    const { world } = await richHistory()
    const { wrong, tables } = await harmed(world.databaseUrl, world.app.db.bound!)
    expect(wrong).toEqual([])
    expect(tables).toBeGreaterThan(15)
  },
  900_000,
)

/** The harms that are neither refused nor found, of how many tables. */
async function harmed(url: string, bound: Bound): Promise<{ wrong: string[]; tables: number }> {
  const database = await openRolledBack(url, { isSparing: false })
  const read = <T>(look: (moment: Reader) => Promise<T>) => database.after('select 1', look)
  const columns = await read((moment) => bound.covered(moment))
  const tables: Harmed[] = []
  for (const of of bound.tables.values()) {
    const table = await read((moment) => harmedTable(moment, bound, of))
    if (table.rows.length > 0) tables.push(table)
  }
  const wrong: string[] = []
  for (const [nth, table] of tables.entries()) {
    const { of } = table
    const harms = harmsOf(table, bound, columns)
    const ofColumns = harms.filter(isOfColumn)
    for (const harm of [...harms.filter((one) => !isOfColumn(one)), ...sampled(ofColumns)]) {
      const whole = isLong || (harm.first !== undefined && nth % 5 === 0)
      const outcomes = await outcomesOf(database, bound, { of, harm, whole })
      if (!isHeld(harm, outcomes)) wrong.push(`${of.table}: ${harm.what}: ${outcomes.join(' | ')}`)
    }
  }
  return { wrong, tables: tables.length }
}

const isOfColumn = ({ what }: Harm): boolean => what.startsWith('another ')

/** The rules of a table may refuse a value; everything else is refused for its code, or found. */
const isHeld = (harm: Harm, outcomes: readonly string[]): boolean =>
  outcomes.every((one) => !one.startsWith('not found')) &&
  (isOfColumn(harm) || outcomes.some((one) => one === 'refused' || one === 'found'))
