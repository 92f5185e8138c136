import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Helper, startHelper } from '../bench/processes.ts'
import { openReceiver } from '../tests/world/receiver.ts'
import { openRelay } from '../tests/world/relay.ts'
import { openOldVersion, versionBefore } from './old-version.ts'
import { database, makeServer } from './postgres.ts'
import { end, environment, lookWith, openAcquirer, openPlace } from './simulation.ts'
import { secondsSince, step } from './steps.ts'
import { conclude, openTraffic } from './traffic.ts'

/**
 * A drill of an update without downtime: two processes of an older version serve, a process of this version starts
 * beside them and migrates the database under them, all three serve at once, and the old ones are replaced one by one.
 * At the end every acknowledged payment must exist and the books agree.
 *
 *   npm run drill:upgrade                     from the newest tag, or the commit before the newest migration
 *   npm run drill:upgrade -- --from COMMIT    from any commit
 */
const from = process.argv.indexOf('--from')
const commit = await versionBefore(from > 0 ? process.argv[from + 1] : undefined)

async function drill(sweeping: AsyncDisposableStack): Promise<boolean> {
  const place = await openPlace()
  sweeping.defer(() => rm(place.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  const old = await openOldVersion(place.folder, commit)
  const acquirer = await openAcquirer(join(place.folder, 'acquirer'), sweeping)
  const main = await makeServer(place, 'main')
  sweeping.defer(() => main.die())
  await main.start()
  await main.query(`create database ${database}`)
  await old.migrate(main.url())
  step(`the version of ${old.commit}, whose newest migration is ${old.newestMigration}, has made the database`)
  const receiver = await openReceiver()
  sweeping.defer(() => receiver.close())
  const env = environment(place.folder, main.url(), acquirer.url)
  const site = await old.openSite(env, receiver.url)
  const traffic = openTraffic()
  const started = async (starting: Promise<Helper>) => {
    const helper = await starting
    sweeping.defer(async () => end(helper.pid))
    return { ...helper, address: await helper.ask<string>('where') }
  }
  const newOne = () => started(startHelper('../drills/florin-process.ts', { env }))
  const olds = [await started(old.start(env)), await started(old.start(env))]
  // As behind a proxy, which leads clients to another process.
  const lines = await Promise.all(olds.map(({ address }) => openRelay(portOf(address))))
  for (const line of lines) {
    sweeping.defer(() => line.close())
    traffic.at(`http://127.0.0.1:${line.port}`, site)
  }
  await traffic.received.more(100)
  step(`${traffic.received.count()} payments were acknowledged by two processes of the old version`)

  const at = performance.now()
  const newer = [await newOne()]
  step(`a process of this version has migrated the database and serves ${secondsSince(at)} s after its start`)
  traffic.at(newer[0]!.address, site)
  await traffic.received.more(150)
  step('the old version and this one have served side by side')
  const refusal = await lateOld(() => old.migrate(main.url()))
  step(`an old process that is started now ends: ${refusal}`)
  for (const [index, line] of lines.entries()) {
    newer.push(await newOne())
    line.restore(portOf(newer.at(-1)!.address))
    await olds[index]!.stop()
    await traffic.received.more(100)
    step(`old process ${index + 1} of ${olds.length} is replaced`)
  }
  await rowsGetCodes(main.url())
  const look = <T>(work: Parameters<typeof lookWith<T>>[2]) => lookWith(env, acquirer.db, work)
  return conclude({ look, acquirer: acquirer.db }, traffic, { databaseUrl: main.url() })
}

/** Once the last old process has gone, a worker of this version gives codes to the rows that they made. */
async function rowsGetCodes(url: string): Promise<void> {
  const at = performance.now()
  const sql = new pg.Client(url)
  await sql.connect()
  const ask = async (text: string) => Number((await sql.query<{ n: number }>(text)).rows[0]!.n)
  try {
    for (let waiting = 1; waiting > 0; await pause(200)) {
      waiting = await ask('select count(*)::int as n from florin.tables_to_bind')
      if (waiting > 0 && performance.now() - at > bindingMs)
        throw new Error(`${waiting} tables still wait for the codes of their rows`)
    }
    const rows = await ask(
      `select sum((after ->> 'rows')::int)::int as n from directory.audit where action = 'rowsBound'`,
    )
    step(`${rows} rows of the old version have codes, ${secondsSince(at)} s after its last process has stopped`)
  } finally {
    await sql.end()
  }
}
const bindingMs = 60_000

/** What a program of the old version says that looks at the migrated database as at its start. */
const lateOld = (start: () => Promise<void>): Promise<string> =>
  start().then(
    () => 'no, it starts: this version has no newer migration',
    (error: Error) => error.message,
  )

const portOf = (address: string): number => Number(new URL(address).port)

await using sweeping = new AsyncDisposableStack()
const isKept = await drill(sweeping).finally(() => sweeping.disposeAsync())
process.exit(isKept ? 0 : 1)
