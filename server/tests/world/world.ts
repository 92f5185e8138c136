import type { Site, SiteInput } from '#core/directory'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import type { openDb } from '#kernel/db/db.ts'
import { type Log, openLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { type App, type AppParts, openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import type { Report } from '../../src/audit/verify.ts'
import { type Dying, everyRequestDies } from './length.ts'
import { type HeldLock, holdLocks } from './locks.ts'
import { afterTheFirst, type Deaths, isDeath, losingReplies, openDeaths } from './lost-replies.ts'
import { callMerchantApi } from './merchant-api.ts'
import { noLimits } from './no-limits.ts'
import { tellReadings } from './one-moment.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { type CheckoutInput, openShopper, type Shopper } from './shopper.ts'
import { verifyHeld } from './verify-held.ts'
import { takeFreshDatabase, takeWarmDatabase } from './warm-database.ts'
import { openWorldHttp, type WorldHttp } from './world-http.ts'

export const publicUrl = 'http://florin.test'
/** The start of every world, by default. */
export const dayOne = Temporal.Instant.from('2026-05-04T10:00:00Z')

/** A clock that the test controls. Leases go by the wall, which advances with it. */
export type HandClock = Clock & { pass(duration: Temporal.DurationLike): void; set(moment: Instant): void }

export type World = AsyncDisposable & {
  app: App
  http: WorldHttp
  clock: HandClock
  databaseUrl: string
  /** Opens its database on connections that are kept, for another process of the same installation. */
  openDb: typeof openDb
  /** Worlds of one kind differ in nothing that a document of an interface could show. */
  kind: string
  /** Every line of the log, down to the lowest level. */
  logged: readonly string[]
  /** Every response to a browser: headers and body. */
  answered: readonly string[]
  /** For worlds whose `requestsDie` by hand. */
  deaths: Deaths
  /** A merchant with one site, whose notifications arrive at a receiver of its own. */
  merchant(input?: SiteInput): Promise<Merchant>
  /** Advances time, then does all due work. */
  pass(duration: Temporal.DurationLike): Promise<void>
  /** Does all work that is due now, without sleeping. */
  runUntilIdle(): Promise<void>
  verify(): Promise<Report>
  /** One query with a superuser's rights. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Takes a row's lock from outside, so that everyone who wants it starts at the same line. */
  holdRow(table: string, id: bigint | string): Promise<HeldLock>
  /** Waits until so many queries wait for a lock. */
  untilWaiting(count: number): Promise<void>
}

export type Merchant = {
  site: Site
  privateKey: string
  receiver: Receiver
  /** The store's page signs a request and posts it; returns the shopper who did it. */
  sends(input?: CheckoutInput): Promise<Shopper>
}

export type WorldParts = Partial<
  Pick<AppParts, 'acquirer' | 'moreAcquirers' | 'processors' | 'identity' | 'readReplica'>
> & {
  at?: Instant
  environment?: Record<string, string>
  /** The installation has its own clock, which its users set; `clock` and `pass` do not change it. */
  ownTime?: boolean
  /** Its database is a fresh one and stays as it is when the world is gone, for copies to be made of it. */
  leavesDatabase?: boolean
  /** The url of a database: the world begins with a copy of its data. It has no connections meanwhile. */
  history?: string
  /** How long a request may wait for a connection to the database. */
  waitForConnectionMs?: number
  /** Nobody reads its log, of which a long simulation writes a lot: warnings and errors alone are kept. */
  logsLittle?: boolean
  /**
   * The process of a request can die: as the test says, or of all that have an effect, before the reply is kept, and the
   * client sends each again.
   */
  requestsDie?: Dying | 'by hand'
}

/** A whole application with a warm database, its own keys, and a controlled clock; everything inside it is real. */
export async function createWorld({
  acquirer,
  moreAcquirers,
  processors,
  identity,
  readReplica,
  at = dayOne,
  environment = {},
  ownTime = false,
  leavesDatabase = false,
  history,
  waitForConnectionMs,
  logsLittle = false,
  requestsDie = everyRequestDies,
}: WorldParts = {}): Promise<World> {
  const { clock, ...readings } = tellReadings(handClock(at))
  const database = await (leavesDatabase ? takeFreshDatabase() : takeWarmDatabase(history))
  const databaseUrl = database.url
  const logged: string[] = []
  const log: Log = openLog({
    level: logsLittle ? 'warn' : 'trace',
    to: { write: (line) => void (isDeath(line) || logged.push(line)) },
  })
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    FLORIN_KEYS: generateKeys(),
    FLORIN_DATABASE_CONNECTIONS: '12',
    // What is never answered is a test's own doing; what is slow is the machine, which has other things to do.
    FLORIN_ACQUIRER_TIMEOUT_MS: '60000',
    FLORIN_REPLY_WITHIN_MS: '60000',
    FLORIN_NOTIFICATION_TIMEOUT_MS: '20000',
    // Counted as ever, but a test may decline as many cards from its one address as it likes.
    FLORIN_VELOCITY_LIMITS: noLimits,
    ...environment,
  })
  const answered: string[] = []
  const deaths = openDeaths()
  const app = await openApp({
    merchantApi: { get: (path, query, key) => callMerchantApi(http, { path, query, key }) },
    config,
    log,
    databaseUrl,
    publicUrl,
    ...(!ownTime && { clock }),
    ...(acquirer && { acquirer }),
    openDb: (url, options) =>
      database.open(url, {
        ...options,
        ...(waitForConnectionMs && { waitForConnectionMs }),
        ...(options.observer && {
          observer: readings.observing(requestsDie ? deaths.observing(options.observer) : options.observer),
        }),
      }),
    ...(requestsDie && { explain: deaths.explain }),
    ...(moreAcquirers && { moreAcquirers }),
    ...(processors && { processors }),
    ...(identity && { identity }),
    ...(readReplica && { readReplica }),
    // Every request is masked as ever; those that a test reads are written when it reads them.
    requestsWaitMs: Number.POSITIVE_INFINITY,
  })
  const { http: wire, closeHttp } = openWorldHttp(app, answered)
  const dies = requestsDie === 'after the first commit' ? afterTheFirst : ('before its reply is kept' as const)
  const isDying = requestsDie !== undefined && requestsDie !== 'by hand'
  const http = isDying ? { ...wire, inject: losingReplies(deaths, config, { inject: wire.inject, dies }) } : wire
  const receivers: Receiver[] = []
  const runUntilIdle = async () => void (await runDueWorkUntilIdle(app.jobs, log, app))
  return {
    app,
    http,
    clock,
    databaseUrl,
    openDb: database.openAs('another process'),
    kind: JSON.stringify([environment, ownTime]),
    logged,
    answered,
    deaths,
    runUntilIdle,
    pass: async (duration) => {
      clock.pass(duration)
      await runUntilIdle()
    },
    merchant: async (input = {}) => {
      const merchant = await openMerchant(app, http, input)
      receivers.push(merchant.receiver)
      return merchant
    },
    query: database.query,
    verify: () => verifyHeld(app, database.held),
    ...holdLocks(databaseUrl, app.db),
    async [Symbol.asyncDispose]() {
      await closeHttp()
      await Promise.all(receivers.map((receiver) => receiver.close()))
      await app.close()
      await database.release()
      readings.expectOneEach()
    },
  }
}

export function handClock(start: Instant): HandClock {
  let now = start
  return {
    now: () => now,
    wall: () => now,
    pass: (duration) => {
      now = now.toZonedDateTimeISO('UTC').add(duration).toInstant()
    },
    set: (moment) => {
      now = moment
    },
  }
}

const by = { actor: 'test', fromWhere: 'test' }

async function openMerchant(app: App, http: WorldHttp, input: SiteInput): Promise<Merchant> {
  const merchant = await app.directory.createMerchant({ by, name: 'Crumb & Co.' })
  const receiver = await openReceiver()
  const { site, privateKey } = await app.directory.createSite({
    timeZone: 'Europe/Bucharest',
    notificationUrl: receiver.url,
    ...input,
    by,
    merchantId: merchant.id,
    name: 'Web shop',
    live: false,
    currencies: input.currencies ?? ['EUR', 'RON'],
  })
  const key = privateKey.reveal()
  receiver.setKey(key)
  return {
    site,
    privateKey: key,
    receiver,
    sends: (request) => openShopper({ http, site, privateKey: key }, request ?? {}),
  }
}
