import { afterAll, beforeAll } from 'vitest'
import { capabilities } from '#connectors/acquirer/adyen/capabilities.ts'
import { acquirerConformance } from '#connectors/acquirer/conformance.ts'
import { clockInHand } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { conformant, openAdyenUnderTest } from '../emulators/adyen/adyen-under-test.ts'
import { copyOfTemplate } from '../world/database.ts'

let db: Db
const opened: AsyncDisposable[] = []
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterAll(async () => {
  for (const each of opened) await each[Symbol.asyncDispose]()
  await db.close()
})

acquirerConformance(
  'Adyen, over HTTP to its emulator',
  {
    challenges: true,
    disputes: true,
    afterwards: ['refund', 'capture', 'reverse'],
    unreachable: true,
    capabilities,
  },
  async () => {
    const underTest = await openAdyenUnderTest(db, clockInHand())
    opened.push(underTest.emulator)
    return conformant(underTest)
  },
)
