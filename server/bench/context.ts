import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { by, withBenchApp } from './open-app.ts'

/** A database of our own, set as it ships, with one merchant's site in it, which makes invoices as that of staging does. */
export type BenchContext = {
  dataDir: string
  databaseUrl: string
  databasePid: number
  keys: string
  siteId: number
  privateKey: string
  /** Queries as the superuser. */
  query(text: string): Promise<Record<string, string>[]>
  close(): Promise<void>
}

/** The site's notifications go to `notificationUrl`; by default no server listens there. */
export async function openBenchContext(
  notificationUrl = 'http://127.0.0.1:9/notifications',
  { makesInvoices = true }: { makesInvoices?: boolean } = {},
): Promise<BenchContext> {
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-bench-'))
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined })
  await migrate(database.url, { log: () => undefined })
  const client = new pg.Client({ connectionString: database.url, types: { getTypeParser: () => String } })
  await client.connect()
  const query = async (text: string) => (await client.query<Record<string, string>>(text)).rows
  await spreadIds(query)
  const keys = generateKeys()
  return {
    dataDir,
    databaseUrl: database.url,
    databasePid: Number((await readFile(join(dataDir, 'postgresql', 'postmaster.pid'), 'utf8')).split('\n')[0]),
    keys,
    ...(await openSite(database.url, keys, { notificationUrl, makesInvoices })),
    query,
    close: async () => {
      await client.end()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/**
 * Ids of eight digits, each table from its own number on, so that in a recorded statement every id says what it is of.
 */
async function spreadIds(query: BenchContext['query']): Promise<void> {
  const tables = ['shoppers.shoppers', 'shoppers.cards', 'payments.payments', 'orders.orders', 'checkout.sessions']
  for (const [index, table] of tables.entries())
    await query(`alter table ${table} alter column id restart with ${11 + index}000000`)
}

type NewSite = { notificationUrl: string; makesInvoices: boolean }

const openSite = (databaseUrl: string, keys: string, { notificationUrl, makesInvoices }: NewSite) =>
  withBenchApp({ databaseUrl, keys }, async ({ directory }) => {
    const merchant = await directory.createMerchant({ by, name: 'Busy Bakery' })
    const { site, privateKey } = await directory.createSite({
      by,
      merchantId: merchant.id,
      name: 'Web shop',
      live: false,
      currencies: ['EUR'],
      timeZone: 'Europe/Bucharest',
      notificationUrl,
      backUrl: 'https://shop.example/return',
      ...(makesInvoices && { invoicing }),
    })
    return { siteId: Number(site.id), privateKey: privateKey.reveal() }
  })

const invoicing = {
  sellerName: 'Busy Bakery SRL',
  sellerAddress: 'Strada Pâinii 7\n010101 București',
  vatId: 'RO12345674',
  vatPercent: '11',
}
