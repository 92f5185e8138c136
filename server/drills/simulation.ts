import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import type { SiteId } from '#core/directory'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { serverAccount } from '#database/server-account.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { type Helper, startHelper } from '../bench/processes.ts'
import { type App, openApp } from '../src/app/compose.ts'
import { readConfig } from '../src/app/config.ts'
import { openReceiver } from '../tests/world/receiver.ts'
import { openRelay, type Relay } from '../tests/world/relay.ts'
import { copyServer, database, findPrograms, makeServer, type Place, type Server } from './postgres.ts'

/** Two servers, the lines to them, and the acquirer, who keeps a record of its own. */
export type Simulation = {
  place: Place
  a: Server
  b: Server
  /** From Florin to each of them, and from the one that follows to the one that leads. */
  lines: { a: Relay; b: Relay; replication: Relay }
  acquirer: Db
  site: { id: SiteId; privateKey: string }
  /** A process of Florin; `of` is the url of its database: by default both servers in libpq's form. */
  florin(of?: string): Promise<Helper & { address: string }>
  /** An instance of our own, to look at what there is. */
  look<T>(work: (app: App) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openSimulation(): Promise<Simulation> {
  const sweeping = new AsyncDisposableStack()
  try {
    return await build(sweeping)
  } catch (error) {
    await sweeping.disposeAsync()
    throw error
  }
}

async function build(sweeping: AsyncDisposableStack): Promise<Simulation> {
  const place = await openPlace()
  const { folder } = place
  sweeping.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  const acquirer = await openAcquirer(join(folder, 'acquirer'), sweeping)
  const a = await makeServer(place, 'a')
  sweeping.defer(() => a.die())
  await a.start()
  await a.query(`create database ${database}`)
  const b = await copyServer(place, 'b', a)
  sweeping.defer(() => b.die())
  const lines = { a: await openRelay(a.port), b: await openRelay(b.port), replication: await openRelay(a.port) }
  for (const line of Object.values(lines)) sweeping.defer(() => line.close())
  await b.start(lines.replication.port)
  const receiver = await openReceiver()
  sweeping.defer(() => receiver.close())
  const url = a.url(lines.a.port).replace(/(127\.0\.0\.1:\d+)/, `$1,127.0.0.1:${lines.b.port}`)
  const env = environment(folder, `${url}?target_session_attrs=read-write`, acquirer.url)
  const look: Simulation['look'] = (work) => lookWith(env, acquirer.db, work)
  await migrate(a.url(), { log: () => undefined })
  return {
    place,
    a,
    b,
    lines,
    acquirer: acquirer.db,
    site: await look((app) => openSite(app, receiver.url)),
    look,
    florin: async (of = env.DATABASE_URL) => {
      const helper = await startHelper('../drills/florin-process.ts', { env: { ...env, DATABASE_URL: of } })
      sweeping.defer(() => end(helper.pid))
      return { ...helper, address: await helper.ask<string>('where') }
    },
    close: () => sweeping.disposeAsync(),
  }
}

/** PostgreSQL does not run as root, so its files then belong to another user. */
export async function openPlace(): Promise<Place> {
  const bin = findPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'florin-drill-'))
  const account = await serverAccount(folder, join(folder, 'a'))
  if (account) await chown(folder, account.uid, account.gid)
  return { bin, folder, account }
}

export async function openAcquirer(dataDir: string, sweeping: AsyncDisposableStack): Promise<{ url: string; db: Db }> {
  const { url, stop } = await startEmbeddedDatabase({ dataDir, log: () => undefined })
  sweeping.defer(stop)
  await migrate(url, { log: () => undefined })
  const db = openDb(url, { role: 'florin_app', connectionsMax: 4 })
  sweeping.defer(() => db.close())
  return { url, db }
}

/** Of every process of Florin in the drill. */
export const environment = (folder: string, databaseUrl: string, acquirerUrl: string) => ({
  FLORIN_ENVIRONMENT: 'staging',
  FLORIN_KEYS: generateKeys(),
  FLORIN_DATA: folder,
  FLORIN_PORT: '0',
  FLORIN_LOG_LEVEL: process.env.FLORIN_LOG_LEVEL ?? 'silent',
  FLORIN_DATABASE_CONNECTIONS: '12',
  // A few clients pay as often as they can, all with one card.
  FLORIN_VELOCITY_LIMITS: 'off',
  DATABASE_URL: databaseUrl,
  DRILL_ACQUIRER_URL: acquirerUrl,
})

type Environment = ReturnType<typeof environment>

export async function lookWith<T>(env: Environment, acquirer: Db, work: (app: App) => Promise<T>): Promise<T> {
  const app = await openApp({
    config: readConfig(env),
    log: silentLog,
    databaseUrl: env.DATABASE_URL,
    publicUrl: 'http://127.0.0.1',
    acquirer: ({ clock, bankUrl }) => sandboxAcquirer({ record: databaseRecord(acquirer), clock, bankUrl }),
  })
  return work(app).finally(() => app.close())
}

export async function openSite({ directory }: App, notificationUrl: string): Promise<Simulation['site']> {
  const by = { actor: 'drill', fromWhere: 'command line' }
  const merchant = await directory.createMerchant({ by, name: 'Leaf Tea' })
  const input = { by, merchantId: merchant.id, name: 'Web shop', live: false, currencies: ['EUR'], notificationUrl }
  const { site, privateKey } = await directory.createSite(input)
  return { id: site.id, privateKey: privateKey.reveal() }
}

export function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
