import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '#database/migrate.ts'
import { sealPurposes } from '#kernel/crypto/keys.ts'
import { startHelper } from '../bench/processes.ts'
import { openReceiver } from '../tests/world/receiver.ts'
import { openRelay, type Relay } from '../tests/world/relay.ts'
import { database, makeServer } from './postgres.ts'
import { end, environment, lookWith, openAcquirer, openPlace, openSite, type Simulation } from './simulation.ts'
import { secondsSince, step } from './steps.ts'
import { conclude, openTraffic, type Traffic } from './traffic.ts'

/**
 * A drill of a rotation of the master keys, as docs/operating/keys.md describes it, while payments go on: two processes,
 * a new key for every purpose, one restart after the other, `keys rewrap`, and the old keys leave the file.
 *
 *   npm run drill:keys     exits with 1 when a payment was lost, or anything could not be read
 */
type Environment = Omit<ReturnType<typeof environment>, 'FLORIN_KEYS'> & { FLORIN_KEYS_FILE: string }

const run = promisify(execFile)
const program = join(import.meta.dirname, '../src/cli/florin.ts')

/** A command as an operator gives it; returns what it prints. */
async function florin(env: Environment, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [program, ...args], { env: { ...process.env, ...env } })
  return stdout.trim()
}

type Process = { address: string; pid: number; stop(): Promise<void> }

/** Two processes, each behind a line that leads its clients to another one, as a proxy does. */
async function rotate(env: Environment, start: () => Promise<Process>, lines: Relay[], traffic: Traffic) {
  const keyFile = env.FLORIN_KEYS_FILE
  const restart = async (old: Process, line: Relay) => {
    const next = await start()
    line.restore(portOf(next.address))
    await old.stop()
    await traffic.received.more(40)
    return next
  }
  const restartAll = async (olds: Process[], what: string) => {
    const newer: Process[] = []
    for (const [index, old] of olds.entries()) {
      newer.push(await restart(old, lines[index]!))
      step(`process ${index + 1} of ${olds.length} runs with ${what}`)
    }
    return newer
  }
  let processes: Process[] = await Promise.all([start(), start()])
  for (const [index, { address }] of processes.entries()) lines[index]!.restore(portOf(address))
  await traffic.received.more(100)
  step(`${traffic.received.count()} payments were acknowledged by two processes with the first keys`)
  for (const purpose of sealPurposes) await florin(env, 'keys', 'add', keyFile, '--purpose', purpose)
  step(`a key is added for each purpose: ${sealPurposes.join(', ')}`)
  processes = await restartAll(processes, 'both keys')
  const at = performance.now()
  step(`florin keys rewrap: ${(await florin(env, 'keys', 'rewrap')).split('\n').at(-1)}`)
  step(`it took ${secondsSince(at)} s while payments went on`)
  await traffic.received.more(50)
  await withoutOldKeys(keyFile)
  step('the old keys have left the file')
  await restartAll(processes, 'the new keys alone')
}

/** Of each purpose the highest number stays. */
async function withoutOldKeys(keyFile: string): Promise<void> {
  type Keys = { seal: Record<string, Record<string, string>> }
  const keys = JSON.parse(await readFile(keyFile, 'utf8')) as Keys
  for (const [purpose, numbered] of Object.entries(keys.seal)) {
    const newest = Math.max(...Object.keys(numbered).map(Number))
    keys.seal[purpose] = { [newest]: numbered[newest]! }
  }
  await writeFile(keyFile, JSON.stringify(keys), { mode: 0o600 })
}

const portOf = (address: string): number => Number(new URL(address).port)

async function drill(sweeping: AsyncDisposableStack): Promise<boolean> {
  const place = await openPlace()
  sweeping.defer(() => rm(place.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  const acquirer = await openAcquirer(join(place.folder, 'acquirer'), sweeping)
  const main = await makeServer(place, 'main')
  sweeping.defer(() => main.die())
  await main.start()
  await main.query(`create database ${database}`)
  await migrate(main.url(), { log: () => undefined })
  const { FLORIN_KEYS: keys, ...others } = environment(place.folder, main.url(), acquirer.url)
  const env = { ...others, FLORIN_KEYS_FILE: join(place.folder, 'keys.json') }
  await writeFile(env.FLORIN_KEYS_FILE, keys, { mode: 0o600 })
  const receiver = await openReceiver()
  sweeping.defer(() => receiver.close())
  const look: Simulation['look'] = async (work) =>
    lookWith({ ...others, FLORIN_KEYS: await readFile(env.FLORIN_KEYS_FILE, 'utf8') }, acquirer.db, work)
  const site = await look((app) => openSite(app, receiver.url))
  const start = async (): Promise<Process> => {
    const helper = await startHelper('../drills/florin-process.ts', { env })
    sweeping.defer(async () => end(helper.pid))
    return { ...helper, address: await helper.ask<string>('where') }
  }
  const traffic = openTraffic()
  const lines = [await openRelay(1), await openRelay(1)]
  for (const line of lines) {
    sweeping.defer(() => line.close())
    traffic.at(`http://127.0.0.1:${line.port}`, site)
  }
  await rotate(env, start, lines, traffic)
  return conclude({ look, acquirer: acquirer.db }, traffic, { databaseUrl: main.url() })
}

await using sweeping = new AsyncDisposableStack()
const isKept = await drill(sweeping).finally(() => sweeping.disposeAsync())
process.exit(isKept ? 0 : 1)
