import { afterAll, afterEach, beforeAll } from 'vitest'
import { acquirerConformance } from '#connectors/acquirer/conformance.ts'
import { typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { copyOfTemplate } from '../world/database.ts'
import { emulateHost } from '../world/iso8583-host/emulated-host.ts'
import { cardsInMemory, credentialsFor, macKey, openProcess } from '../world/iso8583-host/host-under-test.ts'
import { approvedCard, declinedCard } from '../world/iso8583-host/ledger.ts'

let db: Db
const closers: (() => Promise<void>)[] = []
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
afterAll(() => db.close())

const cannot = {
  disputeList: false,
  disputeResponses: false,
  settlements: false,
  networkTransactionId: 'sometimes',
  currencies: ['EUR', 'RON'],
  amounts: { minMinor: 1n, maxMinor: 99_999_999_999n },
} as const

acquirerConformance(
  'a host that speaks ISO 8583',
  { challenges: false, disputes: false, unreachable: true, capabilities: cannot },
  async () => {
    const host = await emulateHost({ macKey: Buffer.from(macKey, 'hex') })
    const cards = cardsInMemory()
    const process = openProcess(db, credentialsFor([host]), { cards })
    const unreachable = openProcess(db, credentialsFor([{ port: 1 }]), { cards })
    closers.push(host.close, process.close, unreachable.close)
    return {
      acquirer: process.acquirer,
      unreachable: unreachable.acquirer,
      currency: 'EUR',
      approved: typedCard(approvedCard),
      declined: typedCard(declinedCard),
    }
  },
)
