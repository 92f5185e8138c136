import {
  type CheckoutRequest,
  type PaymentNotification,
  readNotification,
  type SignedRequest,
  signCheckoutRequest,
} from '@florin/client'
import pg from 'pg'
import { databaseRecord, type SandboxRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import type { Site } from '#core/directory'
import { generateKeys } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Report } from '../../src/audit/verify.ts'
import { openReceiver, type Receiver } from '../world/receiver.ts'
import { verifyHeld } from '../world/verify-held.ts'
import { takeWarmDatabase } from '../world/warm-database.ts'
import { dayOne, type HandClock, handClock, publicUrl } from '../world/world.ts'
import { type AcquirerWithBadDays, acquirerWithBadDays } from './acquirer-with-bad-days.ts'
import { openProcess, type Process } from './process.ts'
import type { Random } from './random.ts'
import { recordsTogether } from './records-together.ts'

/** Everything there is in a simulation: two processes on one database, stores, their shoppers, and the acquirer. */
export type Simulation = AsyncDisposable & {
  clock: HandClock
  databaseUrl: string
  /** A connection with a superuser's rights. */
  sql: pg.Client
  acquirerProxy: AcquirerWithBadDays
  /** Where payments go on when the first acquirer has trouble. */
  backupProxy: AcquirerWithBadDays
  /** The acquirers' own records, kept by a program that never dies. */
  record: SandboxRecord
  stores: readonly Store[]
  visits: Visit[]
  processes: Process[]
  /** The master keys, as their file's text. */
  keys: string
  /** On connections that no death concerns. */
  verify(): Promise<Report>
  /** Another process in the place of one that has ended. */
  reopen(index: number): Promise<void>
}

export type Store = {
  site: Site
  /** Newest first: a store knows its old keys for a while. */
  privateKeys: string[]
  receiver: Pick<Receiver, 'url' | 'requests' | 'answer' | 'release' | 'close'>
  /** How it answered its requests, and from which of them on. */
  manners: { from: number; answers: 'OK' | 'wrong' | 'never' }[]
}

/** A shopper with an order: the form from their store, and the page it led them to. */
export type Visit = { store: Store; form: SignedRequest; request: CheckoutRequest; address: string }

export async function openSimulation(badDays: { seed: number }): Promise<Simulation> {
  const clock = handClock(dayOne)
  const database = await takeWarmDatabase()
  const databaseUrl = database.url
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  const acquirersDb: Db = database.openAs('acquirers')(databaseUrl, { role: 'florin_app', connectionsMax: 8 })
  const open = (connector: string) => {
    const record = databaseRecord(acquirersDb, connector)
    const inner = sandboxAcquirer({ connector, record, clock, bankUrl: `${publicUrl}/sandbox/bank` })
    const proxy = acquirerWithBadDays(inner, {
      ...badDays,
      requestsLostPercent: 9,
      responsesLostPercent: 9,
      requestsLatePercent: 8,
      modificationsRefusedPercent: 8,
    })
    return { record, proxy }
  }
  const [first, backup] = [open('sandbox'), open('backup')]
  const simulation: Omit<Simulation, 'stores' | typeof Symbol.asyncDispose> = {
    clock,
    databaseUrl,
    sql,
    acquirerProxy: first.proxy,
    backupProxy: backup.proxy,
    record: recordsTogether([first.record, backup.record]),
    visits: [],
    processes: [],
    keys: generateKeys(),
    verify: () => verifyHeld({ ...simulation.processes[0]!.app, db: acquirersDb }, database.held),
    reopen: async (index) => {
      const { keys } = simulation
      const acquirers = { acquirer: first.proxy, backup: backup.proxy }
      const openDb = database.openAs(`process ${index}`)
      simulation.processes[index] = await openProcess({ databaseUrl, clock, keys, ...acquirers, openDb })
    },
  }
  await simulation.reopen(0)
  await simulation.reopen(1)
  for (const [priority, connector] of [
    [1, 'sandbox'],
    [2, 'backup'],
  ] as const)
    await simulation.processes[0]!.app.routing.addRule({ by, rule: { priority, connector } })
  const stores = [
    await openStore(simulation.processes[0]!, 'Crumb & Co.'),
    await openStore(simulation.processes[0]!, 'Leaf Tea'),
  ]
  return Object.assign(simulation, {
    stores,
    [Symbol.asyncDispose]: async () => {
      for (const { receiver } of stores) await receiver.close()
      for (const process of simulation.processes) await process.stop()
      await sql.end()
      await database.release()
    },
  })
}

export const by = { actor: 'simulation', fromWhere: 'test' }

async function openStore({ app }: Process, name: string): Promise<Store> {
  const merchant = await app.directory.createMerchant({ by, name })
  const changes = { legalName: `${name} SRL`, address: 'Strada Pâinii 7' }
  await app.directory.changeMerchant({ by, merchantId: merchant.id, changes })
  const receiver = await openReceiver()
  const { site, privateKey } = await app.directory.createSite({
    notifyAttempts: true,
    notifyRepresentments: true,
    by,
    merchantId: merchant.id,
    name: 'Web shop',
    live: false,
    currencies: ['EUR', 'RON'],
    timeZone: name.startsWith('Leaf') ? 'America/Los_Angeles' : 'Europe/Bucharest',
    notificationUrl: receiver.url,
    invoicing: { vatPercent: '19', firstNumber: 41, toCustomers: true },
  })
  return { site, privateKeys: [privateKey.reveal()], receiver, manners: [{ from: 0, answers: 'OK' }] }
}

/** How the store answers notifications from now on. */
export function answerFrom(store: Store, answers: Store['manners'][number]['answers'], random: Random): void {
  store.manners.push({ from: store.receiver.requests.length, answers })
  if (answers === 'OK') store.receiver.release()
  if (answers === 'never') store.receiver.answer('hold')
  if (answers === 'wrong')
    store.receiver.answer(
      random.pick([{ status: 500 }, { body: '<h1>Welcome</h1>' }, { status: 302, headers: { location: '/' } }]),
    )
}

/** What the store has acknowledged, opened with one of the keys it has had. */
export function receivedBy({ receiver, manners, privateKeys }: Store): PaymentNotification[] {
  const acknowledged = receiver.requests.filter(
    (_, index) => manners.findLast(({ from }) => from <= index)?.answers === 'OK',
  )
  return acknowledged.map(({ body }) => {
    for (const privateKey of privateKeys) {
      try {
        return readNotification({ privateKey, body })
      } catch {}
    }
    throw new Error('a notification opens with none of the keys of its store')
  })
}

export type Page = { status: number; path: string; text: string }

/** One request of a browser to the process that the balancer picks, and the redirects that follow. */
export async function send(
  simulation: Simulation,
  random: Random,
  path: string,
  fields?: Readonly<Record<string, string>>,
  process: Process = random.pick(simulation.processes),
): Promise<Page> {
  const { statusCode, headers, body } = await process.http.inject({
    method: fields ? 'POST' : 'GET',
    url: path,
    ...(fields && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    }),
  })
  // Everybody here only goes where they were led.
  if ((statusCode >= 500 || statusCode === 404) && !process.isDoomed())
    throw new Error(`${path} answered ${statusCode}: ${process.errors.at(-1)}`)
  const next = headers.location
  if (statusCode !== 303 || typeof next !== 'string' || !next.startsWith('/'))
    return { status: statusCode, path, text: body }
  return send(simulation, random, next, undefined, process)
}

/** A store sends its shopper the form of an order, the browser posts it, and the page opens. */
export async function openVisit(
  simulation: Simulation,
  random: Random,
  store: Store,
  request: CheckoutRequest,
): Promise<Visit> {
  const [privateKey] = store.privateKeys
  const form = signCheckoutRequest({ privateKey: privateKey!, request })
  const page = await send(simulation, random, '/', { ...form })
  if (page.status !== 200) throw new Error(`an order was refused: ${JSON.stringify(request)}: ${page.text}`)
  const visit = { store, form, request, address: page.path }
  simulation.visits.push(visit)
  return visit
}
