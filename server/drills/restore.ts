import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#database/migrate.ts'
import { startHelper } from '../bench/processes.ts'
import { type Clients, openClients } from '../tests/simulation/clients.ts'
import { comeToRestInStrides } from '../tests/simulation/coming-to-rest.ts'
import { randomOf } from '../tests/simulation/random.ts'
import { openReceiver } from '../tests/world/receiver.ts'
import { findings } from './findings.ts'
import { backUp, database, makeFolder, makeServer, type Place, restoreServer, type Server } from './postgres.ts'
import { end, environment, lookWith, openAcquirer, openPlace, openSite, type Simulation } from './simulation.ts'

/**
 * A drill of the day on which somebody has dropped the wrong tables: a base backup, an archive of the write-ahead log, and
 * payments after the backup. The database goes back to the moment before the mistake, on another server, and every
 * payment that was acknowledged until then must be there.
 *
 *   npm run drill:restore      exits with 1 when a payment is missing
 */
const say = (line: string) => console.log(line)
const began = performance.now()
const step = (line: string) => say(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)

type Drill = {
  place: Place
  archive: string
  main: Server
  env: ReturnType<typeof environment>
  acquirer: Simulation['acquirer']
  site: Simulation['site']
  sweeping: AsyncDisposableStack
}

async function open(sweeping: AsyncDisposableStack): Promise<Drill> {
  const place = await openPlace()
  sweeping.defer(() => rm(place.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  const acquirer = await openAcquirer(join(place.folder, 'acquirer'), sweeping)
  const archive = await makeFolder(place, 'archive')
  const main = await makeServer(place, 'main', {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  })
  sweeping.defer(() => main.die())
  await main.start()
  await main.query(`create database ${database}`)
  await migrate(main.url(), { log: () => undefined })
  const receiver = await openReceiver()
  sweeping.defer(() => receiver.close())
  const env = environment(place.folder, main.url(), acquirer.url)
  const site = await lookWith(env, acquirer.db, (app) => openSite(app, receiver.url))
  return { place, archive, main, env, acquirer: acquirer.db, site, sweeping }
}

async function drill({ place, archive, main, env, acquirer, site, sweeping }: Drill): Promise<boolean> {
  step(`PostgreSQL ${(await main.query('show server_version'))[0]!.server_version}, with an archive of its log`)
  const florin = await start(env, sweeping)
  let acknowledged = 0
  const customers = openClients(
    { url: florin.address, siteId: site.id, privateKey: site.privateKey },
    { random: randomOf(1), amounts: ['4.10', '9.90'], numbered: true, acknowledged: () => void acknowledged++ },
  )
  customers.join(3)
  await until(() => acknowledged >= 100)
  const before = acknowledged
  await backUp(place, 'copy', main)
  step(`a base backup is made while payments go on: ${acknowledged - before} of them meanwhile`)
  const atBackup = acknowledged
  await until(() => acknowledged >= atBackup + 200)
  await customers.stop()
  const [{ moment } = { moment: '' }] = await main.query('select clock_timestamp()::text as moment')
  step(`${acknowledged - atBackup} payments after the backup; the last moment that is right: ${moment}`)
  await dropTables(main)
  end(florin.pid)
  await main.die()
  step('the tables of payments are dropped, and the server is gone with its disk')

  const from = performance.now()
  const restored = await restoreServer(place, 'copy', { archive, moment: String(moment) })
  sweeping.defer(() => restored.die())
  await restored.start()
  await untilWritable(restored)
  step(`restored to that moment in ${seconds(from)} s`)
  const later = { ...env, DATABASE_URL: restored.url() }
  return conclude({ env: later, acquirer, customers, site, sweeping, from })
}

/** What was written until now is in the archive afterwards: a segment is archived when it is full, or when one asks. */
async function dropTables(main: Server): Promise<void> {
  const client = new pg.Client({ connectionString: main.url() })
  await client.connect()
  await client.query('drop schema payments cascade')
  const [row] = (await client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')).rows
  await client.end()
  const isArchived = `select from pg_stat_archiver where last_archived_wal >= '${row!.name}'`
  while ((await main.query(isArchived)).length === 0) await pause(50)
}

type Conclusion = Pick<Drill, 'env' | 'acquirer' | 'site' | 'sweeping'> & { customers: Clients; from: number }

async function conclude({ env, acquirer, customers, site, sweeping, from }: Conclusion): Promise<boolean> {
  const florin = await start(env, sweeping)
  const paid = Promise.withResolvers<void>()
  const next = openClients(
    { url: florin.address, siteId: site.id, privateKey: site.privateKey },
    { random: randomOf(2), name: 'after', amounts: ['4.10'], numbered: true, acknowledged: paid.resolve },
  )
  next.join(1)
  await paid.promise
  step(`the next payment is acknowledged ${seconds(from)} s after the restore began`)
  await next.stop()
  end(florin.pid)
  const look: Simulation['look'] = (work) => lookWith(env, acquirer, work)
  await look(async (app) => {
    const sql = new pg.Client(env.DATABASE_URL)
    await sql.connect()
    await comeToRestInStrides(app, sql).finally(() => sql.end())
  })
  const { acknowledged, found, broken } = await findings({ look, acquirer }, [customers, next], [])
  step(`acknowledged ${acknowledged}, found ${found}`)
  for (const line of broken) say(`BROKEN: ${line}`)
  say(broken.length === 0 ? 'Every payment until the mistake is there, and the books agree.' : 'Something is missing.')
  return broken.length === 0
}

async function start(env: Drill['env'], sweeping: AsyncDisposableStack) {
  const helper = await startHelper('../drills/florin-process.ts', { env })
  sweeping.defer(async () => end(helper.pid))
  return { ...helper, address: await helper.ask<string>('where') }
}

async function until(isSo: () => boolean): Promise<void> {
  const patience = performance.now() + 300_000
  while (!isSo()) {
    if (performance.now() > patience) throw new Error('payments do not go on')
    await pause(10)
  }
}

/** A server replies while it still recovers. */
async function untilWritable(server: Server): Promise<void> {
  while ((await server.query('select pg_is_in_recovery() as recovers'))[0]?.recovers !== false) await pause(50)
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)

await using sweeping = new AsyncDisposableStack()
const isKept = await drill(await open(sweeping))
await sweeping.disposeAsync()
process.exit(isKept ? 0 : 1)
