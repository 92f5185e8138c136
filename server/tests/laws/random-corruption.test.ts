import { expect, test } from 'vitest'
import type { Reader } from '#kernel/db/db.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { sealed } from '../../src/audit/sealed.ts'
import { unsealedColumns } from '../../src/audit/unsealed.ts'
import { unsealedEverywhere } from '../../src/audit/unsealed-kernel.ts'
import { randomOf } from '../simulation/random.ts'
import { byLength, seedsOf } from '../world/length.ts'
import { type AlteredCell, alteredCell, type Column } from '../world/random-cells.ts'
import { richHistory } from '../world/rich-history.ts'
import { openRolledBack, walked } from '../world/rolled-back.ts'
import { verifiedAs } from '../world/unseen-corruptions.ts'
import type { World } from '../world/world.ts'

const cells = byLength({ short: 5, long: 500 })
const seed = seedsOf({ short: 1, long: 2 }).at(-1)!

/** Every column of a table that is sealed, but for those that `unsealedColumns` says nothing finds. */
async function columnsOf(world: World): Promise<Column[]> {
  const tables = [...new Set(sealed.flatMap(({ table, covers = [] }) => [table, ...covers]))]
  const rows = await world.query(`
    select table_schema || '.' || table_name as name, column_name, udt_name, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema || '.' || table_name in ('${tables.join(`', '`)}') order by 1, 2`)
  return rows.flatMap(({ name, column_name, udt_name, nullable }) => {
    const table = String(name)
    const column = String(column_name)
    const listed = unsealedColumns[table]?.[column] ?? unsealedEverywhere[column]
    if (listed && !listed.checked && !listed.only) return []
    return [{ table, column, type: String(udt_name), nullable: nullable === true, only: listed?.only }]
  })
}

/** The database itself refuses what breaks its rules, and to number a row anew. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(23...|428C9)$/.test(String(error.code))

test(`any cell of a sealed table that is altered by hand is found, or its column is listed with a reason: ${cells} cells of seed ${seed}`, async () => {
  const { world } = await richHistory()
  const { app } = world
  await sealAll(app)
  const database = await openRolledBack(world.databaseUrl)
  const columns = await columnsOf(world)
  const random = randomOf(seed)
  const verified = verifiedAs(app)
  const isFound = async (moment: Reader): Promise<boolean> => {
    if ((await walked(moment)).length > 0) return true
    return (await verified(moment)).differences.length > 0
  }
  expect(await database.after('select 1', isFound)).toBe(false)
  const unseen: AlteredCell[] = []
  let altered = 0
  for (let tries = 0; altered < cells && tries < 20 * cells; tries++) {
    const cell = await alteredCell(database, random, random.pick(columns))
    if (!cell) continue
    const found = await database.after(cell.statement, isFound).catch((error) => {
      if (isRefused(error)) return undefined
      throw error
    })
    if (found === undefined) continue
    altered++
    if (!found) unseen.push(cell)
  }
  expect(unseen).toEqual([])
  expect(altered).toBe(cells)
})
