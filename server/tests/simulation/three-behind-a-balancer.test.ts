import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { databaseRecord } from '#connectors/acquirer/sandbox/index.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { type App, openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { renderReport, verify } from '../../src/audit/verify.ts'
import type { Balancer } from '../world/balancer.ts'
import { copyOfTemplate } from '../world/database.ts'
import { longTest, seedsOf } from '../world/length.ts'
import { noLimits } from '../world/no-limits.ts'
import { openReceiver } from '../world/receiver.ts'
import { disagreements } from './agreement.ts'
import { type Clients, openClients } from './clients.ts'
import { comeToRestInStrides } from './coming-to-rest.ts'
import { troubles } from './invariants.ts'
import { holdTheAcquirer, openStations, type Station, type Stations, untilTrue } from './program-behind-balancer.ts'
import { randomOf } from './random.ts'
import { by, type Store } from './simulation.ts'

/**
 * SEED=123 brings the same clients again; who is served by whom is up to the machine. Processes are started once for all
 * seeds, and all are restarted in turn. `npm test` kills processes in `sudden-death.test.ts`, and within its own process in
 * `several-processes.test.ts` and `checkout-bad-days.test.ts`.
 */
const seeds = seedsOf({ short: 1, long: 20 })
const roles = ['api', 'pages', 'api,pages,worker']

// In small: workers die in the middle of billing, and every period is charged once all the same (SEED=%i)
longTest(
  `${roles.length} processes behind a balancer: one is killed in the middle of payments, all are restarted in turn, and nothing is lost or done twice (SEEDS=${seeds})`,
  { timeout: 600_000 + 60_000 * seeds.length },
  async () => {
    const ctx = await openBenchContext()
    const { stations, store } = ctx
    await Promise.all(stations.all.map((station) => station.start()))
    for (const { port } of stations.all) await stations.balancer.untilReady(port)
    const counter = { url: stations.balancer.url, siteId: store.site.id, privateKey: store.privateKeys[0]! }
    const all: Clients[] = []
    const gone: Promise<void>[] = []
    for (const [index, seed] of seeds.entries()) {
      const random = randomOf(seed)
      const clients = openClients(counter, { random, name: `${seed}-` })
      all.push(clients)
      clients.join(2)
      await killInTheMiddle(ctx, clients, stations.all.at(-1)!)
      if (index < seeds.length - 1) gone.push(clients.stop())
    }
    await restartInTurn(ctx, all.at(-1)!)

    await Promise.all([...gone, all.at(-1)!.stop()])
    expect(all.flatMap(({ failures }) => failures)).toEqual([])
    await comeToRestInStrides(ctx.app, ctx.sql)
    await expectNothingIsLost(ctx, all)
  },
)

type Context = { databaseUrl: string; app: App; sql: pg.Client; stations: Stations; store: Store }

/**
 * The database, the store with its server, and beside the processes an instance of our own that looks at things.
 */
async function openBenchContext(): Promise<Context> {
  const databaseUrl = await copyOfTemplate()
  const environment = {
    FLORIN_KEYS: generateKeys(),
    FLORIN_LOG_LEVEL: 'silent',
    FLORIN_VELOCITY_LIMITS: noLimits,
    // To look for work is most of what idle processes do, and it is done in the end by an instance of our own.
    FLORIN_WORKER_EVERY_MS: '100',
    // Long enough for a machine that is busy; a process that stops waits as long for what is held.
    FLORIN_ACQUIRER_TIMEOUT_MS: '6000',
    FLORIN_REPLY_WITHIN_MS: '6000',
    FLORIN_STOP_NOTICE_MS: '1000',
    DATABASE_URL: databaseUrl,
  }
  const stations = await openStations(roles, environment)
  onTestFinished(() => stations.close())
  const config = readConfig(environment)
  const app = await openApp({ config, log: silentLog, databaseUrl, publicUrl: stations.balancer.url })
  onTestFinished(() => app.close())
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  onTestFinished(() => sql.end())
  return { databaseUrl, app, sql, stations, store: await openStore(app) }
}

async function openStore({ directory }: App): Promise<Store> {
  const receiver = await openReceiver()
  onTestFinished(() => receiver.close())
  const merchant = await directory.createMerchant({ by, name: 'Leaf Tea' })
  const notified = { notifyAttempts: true, notifyRepresentments: true }
  const input = { by, merchantId: merchant.id, name: 'Web shop', live: false, currencies: ['EUR'], ...notified }
  const { site, privateKey } = await directory.createSite({ ...input, notificationUrl: receiver.url })
  return { site, privateKeys: [privateKey.reveal()], receiver, manners: [{ from: 0, answers: 'OK' }] }
}

/**
 * Kills the process when it has sent a request to the acquirer, for a shopper and for a store, and has no response yet.
 */
async function killInTheMiddle({ databaseUrl, stations }: Context, clients: Clients, victim: Station): Promise<void> {
  const { balancer } = stations
  const before = stations.all.map(({ port }) => balancer.answered(port))
  const isServed = () => stations.all.every(({ port }, index) => balancer.answered(port) > before[index]! + 4)
  await untilTrue('everybody serves', async () => isServed() || clients.failures.length > 0)
  const held = await holdTheAcquirer(databaseUrl)
  for (let looks = 1; !(await isInTheMiddle(balancer, victim)); looks++) {
    expect(clients.failures).toEqual([])
    expect(looks, 'payments of both kinds are under way').toBeLessThan(looksMax)
    // All clients may be waiting for other processes.
    if (looks % 50 === 0) clients.join(1)
    await pause(10)
  }
  await victim.kill()
  await held.release()
  await victim.start()
  await balancer.untilReady(victim.port)
}

const looksMax = 2_000

async function isInTheMiddle(balancer: Balancer, victim: Station): Promise<boolean> {
  const paths = balancer.underWay(victim.port)
  return paths.includes('/order') && paths.some((path) => path.endsWith('/pay')) && (await victim.waiting()) >= 2
}

/** As an orchestrator does it: the next one is stopped when the one before is ready again. */
async function restartInTurn({ stations }: Context, clients: Clients): Promise<void> {
  const { balancer } = stations
  balancer.takeLosses()
  clients.troubles.splice(0)
  for (const station of stations.all) {
    const served = balancer.answered(station.port)
    expect(await station.stop()).toBe(0)
    await station.start()
    await balancer.untilReady(station.port)
    await untilTrue('it serves again', async () => balancer.answered(station.port) > served)
  }
  expect(balancer.takeLosses()).toEqual([])
  expect(clients.troubles).toEqual([])
}

async function expectNothingIsLost({ app, sql, store }: Context, all: readonly Clients[]): Promise<void> {
  expect(await troubles(sql)).toEqual([])
  const record = databaseRecord(app.db)
  expect(await disagreements({ ...app, sql, record, stores: [store] })).toEqual([])

  const { rows: paid } = await sql.query<{ orderId: string }>(
    `select external_id as "orderId" from orders.orders join payments.payments on payments.order_id = orders.id
     where payments.status in ('captured', 'voided')`,
  )
  const found = new Set(paid.map(({ orderId }) => orderId))
  const acknowledged = all.flatMap(({ ordered }) => ordered).filter((one) => one.acknowledged)
  expect(acknowledged.length).toBeGreaterThan(10)
  expect(acknowledged.map(({ orderId }) => orderId).filter((orderId) => !found.has(orderId))).toEqual([])

  const { rows: placed } = await sql.query<{ orderId: bigint; payments: string }>(
    `select orders.id as "orderId", coalesce(string_agg(payments.id::text, ' '), 'none') as payments
     from orders.orders left join payments.payments on payments.order_id = orders.id
     where orders.external_id !~ '^shopper' group by orders.id`,
  )
  const placings = all.flatMap((clients) => clients.placed)
  expect(placings.length).toBeGreaterThan(10)
  expect(byOrder(placed.map(({ orderId, payments }) => [Number(orderId), payments]))).toEqual(
    byOrder(placings.map(({ orderId, transactionId }) => [orderId, String(transactionId ?? 'none')])),
  )
  const report = await verify(app)
  expect(renderReport(report)).toBe(renderReport({ ...report, differences: [] }))
}

const byOrder = (pairs: readonly (readonly [number, string])[]) => [...pairs].sort(([a], [b]) => a - b)
