import { type Acquirer, NoResponse } from '#connectors/acquirer/port.ts'
import type { Clock } from '#kernel/base/clock.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { type App, type AppParts, openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { noLimits } from '../world/no-limits.ts'
import { openWorldHttp, type WorldHttp } from '../world/world-http.ts'

/**
 * One instance of the whole program. It can be killed: from then on nothing that it was doing reaches the database, as
 * if the machine had lost its power; commits and requests made before remain.
 */
export type Process = {
  app: App
  http: WorldHttp
  isDoomed(): boolean
  /** What it logged of errors. */
  errors: readonly string[]
  /** It stops, for ever, at the place that is named; `reached` says when, and then it is time to kill it. */
  doom(place: Place): { reached: Promise<void> }
  /** Kills it, and waits until its remains have come to an end. */
  kill(doing?: Promise<unknown>): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
}

/** The point where a process dies: so many acquirer requests or database statements from now. */
export type Place =
  | { before: 'request' | 'statement'; count: number }
  | { after: 'request' | 'statement'; count: number }

export type ProcessParts = {
  databaseUrl: string
  clock: Clock
  keys: string
  acquirer: Acquirer
  backup?: Acquirer
} & Pick<AppParts, 'openDb'>

export async function openProcess({
  databaseUrl,
  clock,
  keys,
  acquirer,
  backup,
  openDb,
}: ProcessParts): Promise<Process> {
  const errors: string[] = []
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    FLORIN_KEYS: keys,
    FLORIN_VELOCITY_LIMITS: noLimits,
    FLORIN_DATABASE_CONNECTIONS: '6',
    FLORIN_ACQUIRER_TIMEOUT_MS: '20000',
    FLORIN_NOTIFICATION_TIMEOUT_MS: '5000',
    ...(backup && { FLORIN_SANDBOX_CONNECTORS: 'sandbox,backup' }),
  })
  const death = openDeath()
  const log = openLog({ level: 'error', to: { write: (line) => void errors.push(line) } })
  const app = await openApp({
    config,
    log,
    databaseUrl,
    publicUrl: 'http://florin.test',
    clock,
    acquirer: () => lineThrough(death, acquirer),
    ...(openDb && { openDb }),
    ...(backup && { moreAcquirers: () => ({ backup: lineThrough(death, backup) }) }),
  })
  const { run, runByKeys } = app.db
  app.db.run = (text, values) => death.through('statement', () => run(text, values))
  app.db.runByKeys = (text, values) => death.through('statement', () => runByKeys(text, values))
  const { http, closeHttp } = openWorldHttp(app, [])
  let doomed = false
  const stop = async () => {
    await closeHttp()
    await app.close()
  }
  return {
    app,
    http,
    errors,
    stop,
    isDoomed: () => doomed,
    doom: (place) => {
      doomed = true
      return { reached: death.comesAt(place) }
    },
    kill: async (doing) => {
      doomed = true
      // Closing twice is refused, and once is enough.
      await app.db.close().catch(() => undefined)
      death.comes()
      await doing?.catch(() => undefined)
      await stop().catch(() => undefined)
    },
  }
}

const lineThrough = ({ through }: ReturnType<typeof openDeath>, inner: Acquirer): Acquirer => ({
  capabilities: inner.capabilities,
  authorize: (request) => through('request', () => inner.authorize(request)),
  completeChallenge: (request) => through('request', () => inner.completeChallenge(request)),
  verify: (request) => through('request', () => inner.verify(request)),
  capture: (request) => through('request', () => inner.capture(request)),
  reverse: (request) => through('request', () => inner.reverse(request)),
  refund: (request) => through('request', () => inner.refund(request)),
  payOut: (request) => through('request', () => inner.payOut(request)),
  disputesSince: (place) => through('request', () => inner.disputesSince(place)),
  inquire: (key) => through('request', () => inner.inquire(key)),
  submitEvidence: (request) => through('request', () => inner.submitEvidence(request)),
  acceptDispute: (request) => through('request', () => inner.acceptDispute(request)),
  settlementsSince: (place) => through('request', () => inner.settlementsSince(place)),
})

/** What passes through here at the moment of death is held, and so is everything of its kind after it. */
function openDeath() {
  const reached = Promise.withResolvers<void>()
  const dead = Promise.withResolvers<never>()
  dead.promise.catch(() => undefined)
  let place: Place | undefined
  let passed = 0
  const through = async <T>(kind: 'request' | 'statement', go: () => Promise<T>): Promise<T> => {
    const isPlace = place !== undefined && kind === ('before' in place ? place.before : place.after)
    if (!isPlace || ++passed < place!.count) return go()
    if ('after' in place! && passed === place.count) await go().catch(() => undefined)
    reached.resolve()
    return dead.promise
  }
  return {
    through,
    comesAt: (where: Place): Promise<void> => {
      place = where
      return reached.promise
    },
    comes: () => dead.reject(new NoResponse('the process has died')),
  }
}
