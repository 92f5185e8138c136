import { afterAll, beforeAll } from 'vitest'
import { acquirerConformance } from '#connectors/acquirer/conformance.ts'
import { databaseRecord } from '#connectors/acquirer/sandbox/index.ts'
import { clockInHand, sandboxUnderTest } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db.ts'
import { copyOfTemplate } from '../world/database.ts'

let db: Db
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterAll(() => db.close())

acquirerConformance('the sandbox that remembers in the database', { challenges: true }, async () =>
  sandboxUnderTest(databaseRecord(db), clockInHand()),
)
