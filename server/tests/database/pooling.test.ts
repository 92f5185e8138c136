import { expect, onTestFinished, test } from 'vitest'
import { refuseSharedServers, sharesServers } from '#database/pooling.ts'
import { openDb } from '#kernel/db/db.ts'
import { copyOfTemplate } from '../world/database.ts'
import { openTransactionPooler } from '../world/transaction-pooler.ts'

test('a pooler that shares the connections of a database between transactions is recognized, and refused', async () => {
  const url = await copyOfTemplate()
  const pooler = await openTransactionPooler(url)
  onTestFinished(() => pooler.close())

  expect(await sharesServers(pooler.url)).toBe(true)
  await expect(refuseSharedServers(pooler.url)).rejects.toThrow('Set pool_mode = session for this database')
})

test('a database without a pooler is not taken for one', async () => {
  expect(await sharesServers(await copyOfTemplate())).toBe(false)
})

test('a connection takes on its role and its limits without start-up options, which poolers refuse', async () => {
  const db = openDb(await copyOfTemplate(), { role: 'florin_vault', statementTimeoutMs: 4_321, connectionsMax: 2 })
  onTestFinished(() => db.close())
  const settings = `select current_user as role, current_setting('TimeZone') as zone, current_setting('statement_timeout') as limit,
    (select source from pg_settings where name = 'statement_timeout') as source`

  const expected = { role: 'florin_vault', zone: 'UTC', limit: '4321ms', source: 'session' }
  expect(await db.run(settings, [])).toEqual([expected])
  expect(await db.snapshot((moment) => moment.run(settings, []))).toEqual([expected])
  expect((await db.runByKeys(settings, []))[0]).toMatchObject({ role: 'florin_vault', source: 'session' })
})
