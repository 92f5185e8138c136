import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '#database/migrate.ts'
import { startHelper } from '../bench/processes.ts'
import { openReceiver } from '../tests/world/receiver.ts'
import { type Cluster, findPatroni, openCluster } from './patroni-cluster.ts'
import { databaseName } from './patroni-configuration.ts'
import { end, environment, lookWith, openAcquirer, openPlace, openSite } from './simulation.ts'
import { msSince, secondsSince, step } from './steps.ts'
import { conclude, openTraffic, type Traffic } from './traffic.ts'

/**
 * A drill of three servers under Patroni and etcd, with Debian's programs: payments go on while the leader's machine
 * loses its power, comes back as a replica, hands over as planned, and loses its Patroni alone. At the end every
 * acknowledged payment must still exist.
 *
 *   npm run drill:patroni                exits with 1 when an acknowledged payment was lost
 *   npm run drill:patroni -- --haproxy   the same through HAProxy, which asks Patroni who leads
 *   npm run drill:patroni -- --pgbouncer through PgBouncer in session mode, and HAProxy behind it
 */
const isPooled = process.argv.includes('--pgbouncer')
const isProxied = isPooled || process.argv.includes('--haproxy')

async function drill(cluster: Cluster, traffic: Traffic): Promise<void> {
  const [version] = await cluster.query('show server_version')
  step(`PostgreSQL ${version!.server_version}: three servers, each commit waits for one replica; two of Florin`)
  await traffic.received.more(100)
  await leaderDies(cluster, traffic)
  await plannedSwitchover(cluster, traffic)
  await patroniDies(cluster, traffic)
}

/** Returns the outage that clients saw, from now until `work` is done and payments go on. */
async function outage({ received }: Traffic, work: () => Promise<void>): Promise<string> {
  const longestMs = received.since()
  await work()
  await received.more(20)
  return `${(longestMs() / 1000).toFixed(1)} s`
}

async function leaderDies(cluster: Cluster, traffic: Traffic): Promise<void> {
  const old = await cluster.leader()
  const before = traffic.received.count()
  const silence = await outage(traffic, async () => {
    await old.die()
    const at = performance.now()
    step(`${old.name} leads and is killed, with its Patroni and its etcd; ${before} payments were acknowledged so far`)
    const next = await cluster.leader()
    step(`Patroni reports ${next.name} as the leader after ${secondsSince(at)} s`)
  })
  step(`without service: ${silence}`)
  await traffic.received.more(100)
  const at = performance.now()
  await old.start()
  await cluster.whole(2)
  step(`${old.name} is back and follows ${secondsSince(at)} s after its start; payments went on`)
  await traffic.received.more(50)
}

async function plannedSwitchover(cluster: Cluster, traffic: Traffic): Promise<void> {
  const from = await cluster.leader()
  const waitedFor = await cluster.query(
    "select application_name as name from pg_stat_replication where sync_state = 'sync'",
  )
  const to = cluster.machines.find(({ name }) => name === waitedFor[0]?.name)
  if (!to) throw new Error('no replica is in step with the leader')
  const silence = await outage(traffic, async () => {
    const at = performance.now()
    await cluster.switchover(from, to)
    step(`patronictl switchover: ${from.name} handed over to ${to.name} in ${msSince(at)} ms`)
    await traffic.received.more(1)
  })
  step(`without service: ${silence}`)
  await cluster.whole(2)
  await traffic.received.more(50)
}

/** The old leader takes itself for the leader and can be reached by all; its commits wait for a replica that left. */
async function patroniDies(cluster: Cluster, traffic: Traffic): Promise<void> {
  const old = await cluster.leader()
  const silence = await outage(traffic, async () => {
    await old.losePatroni()
    const at = performance.now()
    step(`the Patroni of ${old.name}, which leads, is killed; its PostgreSQL lives on`)
    await pause(1_000)
    const next = await cluster.leader()
    step(`Patroni reports ${next.name} as the leader after ${secondsSince(at)} s`)
    await traffic.received.more(100)
  })
  step(`without service: ${silence}`)
  await old.startPatroni()
  await cluster.whole(2)
  await traffic.received.more(50)
  step(`${old.name} has its Patroni again and follows`)
}

async function build(sweeping: AsyncDisposableStack): Promise<boolean> {
  findPatroni()
  const place = await openPlace()
  sweeping.defer(() => rm(place.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  const acquirer = await openAcquirer(join(place.folder, 'acquirer'), sweeping)
  step('etcd, Patroni and PostgreSQL start, three of each')
  const cluster = await openCluster(place)
  sweeping.defer(() => cluster.close())
  await cluster.whole(2)
  await cluster.query("create role florin login createrole password 'florin-password'")
  await cluster.query(`create database ${databaseName} owner florin`)
  const url = isProxied ? await cluster.proxy({ isPooled }) : cluster.url
  step(
    isProxied
      ? `Florin is given the address of ${isPooled ? 'PgBouncer' : 'HAProxy'}`
      : 'Florin is given the addresses of all three',
  )
  await migrate(cluster.url, { log: () => undefined })
  const receiver = await openReceiver()
  sweeping.defer(() => receiver.close())
  const env = environment(place.folder, url, acquirer.url)
  const look = <T>(work: Parameters<typeof lookWith<T>>[2]) => lookWith(env, acquirer.db, work)
  const site = await look((app) => openSite(app, receiver.url))
  const traffic = openTraffic()
  for (let index = 0; index < 2; index++) {
    const helper = await startHelper('../drills/florin-process.ts', { env })
    sweeping.defer(async () => end(helper.pid))
    traffic.at(await helper.ask<string>('where'), site)
  }
  await drill(cluster, traffic)
  const databaseUrl = (await cluster.leader()).url()
  return conclude({ look, acquirer: acquirer.db }, traffic, { databaseUrl })
}

await using sweeping = new AsyncDisposableStack()
const isKept = await build(sweeping).finally(() => sweeping.disposeAsync())
// Whatever is left belongs to processes that were killed on purpose.
process.exit(isKept ? 0 : 1)
