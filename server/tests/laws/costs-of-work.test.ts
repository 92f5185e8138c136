import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#kernel/base/clock.ts'
import { openDb } from '#kernel/db/db.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { copyOfTemplate } from '../world/database.ts'
import { costlier, openGrownTables, sealWhole, sizes } from '../world/grown-tables.ts'
import { isLong } from '../world/length.ts'
import { measuredUrl, type StatementCost, watchCosts } from '../world/statement-costs.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

/**
 * In small tables the database would rather read all: with this it does so only where there is no other way. In a long
 * run it chooses for itself, by what it knows of larger tables.
 */
const planning = isLong ? {} : { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }
/** Of each journal: as many as there are kinds of subjects, and more. */
const newRows = 40

test('a seal reads what is new, and nothing more when everything is ten times as large', async () => {
  const url = await copyOfTemplate()
  const client = await connectAsSuperuser(url)
  const tables = await openGrownTables(client, { now: systemClock.now() })
  const costs = watchCosts()
  const db = openDb(measuredUrl(url, planning), { role: 'florin_app', connectionsMax: 2 })
  onTestFinished(() => db.close())
  const read: ReadonlyMap<string, StatementCost>[] = []
  for (const size of sizes) {
    await tables.fill(size)
    await sealWhole(client)
    await tables.fill(size + newRows)
    await client.query('analyze')
    costs.taken()
    expect(await sealAll({ db, clock: systemClock })).toBeGreaterThan(50 * newRows)
    read.push(costs.taken())
  }
  expect(read[0]!.size).toBeGreaterThan(200)
  expect(costlier(read[0]!, read[1]!)).toEqual([])
})
