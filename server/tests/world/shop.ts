import type { PaymentNotification } from '@florin/client'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { databaseRecord, type Entry, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import type { SiteInput } from '#core/directory'
import { type AcquirerFaultProxy, acquirerFaultProxy } from './acquirer-fault-proxy.ts'
import { createWorld, type Merchant, type World, type WorldParts } from './world.ts'

/**
 * A store and the whole program behind its checkout: shoppers use the pages, and the test controls the acquirer proxy.
 * When the test is finished the installation is verified, and it must not have logged an error.
 */
export type Shop = Merchant & {
  world: World
  acquirerProxy: AcquirerFaultProxy
  /** Every notification the store was sent so far, opened with its key, in order. */
  notified(): PaymentNotification[]
  /** Everything the acquirer has decided about money or a card, in order. */
  decided(): Promise<readonly Entry[]>
  /** How many rows a query finds, with a superuser's rights. */
  count(from: string): Promise<number>
  rows(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** For a test in which an error is expected inside the program. */
  mayLogErrors(): void
}

export async function openShop(input: SiteInput = {}, parts: Omit<WorldParts, 'acquirer'> = {}): Promise<Shop> {
  let acquirerProxy: AcquirerFaultProxy | undefined
  const world = await createWorld({
    ...parts,
    acquirer: ({ db, clock, bankUrl }) => {
      acquirerProxy = acquirerFaultProxy(sandboxAcquirer({ record: databaseRecord(db), clock, bankUrl }))
      return acquirerProxy
    },
  })
  const merchant = await world.merchant(input)
  let errorsAllowed = false
  onTestFinished(async () => {
    const report = await world.verify()
    await world[Symbol.asyncDispose]()
    expect(report.differences).toEqual([])
    if (!errorsAllowed) expect(errorsIn(world)).toEqual([])
  })
  const rows: Shop['rows'] = world.query
  return {
    ...merchant,
    world,
    acquirerProxy: acquirerProxy!,
    notified: () => merchant.receiver.requests.map((request) => request.open()),
    decided: async () =>
      (await databaseRecord(world.app.db).everything()).filter(({ kind }) => ['auth', 'sale', 'verify'].includes(kind)),
    rows,
    count: async (from) => Number((await rows(`select count(*) as count from ${from}`))[0]!.count),
    mayLogErrors: () => {
      errorsAllowed = true
    },
  }
}

const errorsIn = ({ logged }: World): readonly string[] => logged.filter((line) => line.includes('"level":"error"'))

/** How many connections anybody else has to a database. */
export async function connectionsTo(databaseUrl: string): Promise<number> {
  const [row] = await query(
    databaseUrl,
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return Number(row!.count)
}

/** One statement, on a connection of its own. */
export async function query(databaseUrl: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
