import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { freePort } from '#database/server-process.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { startDueWork } from '#kernel/work/due-work.ts'
import { tracedWork } from '#kernel/work/traced-work.ts'
import { startSealing } from '../audit/seal.ts'
import type { Lifecycle } from '../surfaces/health.ts'
import { openHttp } from '../surfaces/http.ts'
import { type Iso8583Listener, openIso8583Listener } from '../surfaces/network/iso8583-listener.ts'
import { ownAddress } from './addresses.ts'
import { startBinding } from './bind-rows.ts'
import { type App, type AppParts, openApp } from './compose.ts'
import type { Config } from './config.ts'
import { expectFreePorts, portIsTaken } from './expect-free-ports.ts'
import { holdable } from './hold/held-kinds.ts'
import { openHold } from './hold/open-hold.ts'
import { openInstallation } from './installation.ts'
import { type MetricsListener, serveMetrics } from './metrics/serve-metrics.ts'
import { startMovingEarnings } from './move-earnings.ts'
import { expectNamesOfSomething } from './names-of-nothing.ts'
import { type Seeded, seedStaging } from './seed-staging.ts'
import { openStory } from './story/open-story.ts'

export type RunningServer = Seeded & {
  app: App
  publicUrl: string
  /** The lines on which card networks connect by ISO 8583; none in a process without the role `api`. */
  iso8583: readonly Iso8583Listener[]
  metrics: MetricsListener | undefined
  /** The story of a first start is being played in the background. */
  isPlaying: boolean
  /**
   * Reports for `noticeMs` that the process is about to stop, and goes on serving; then accepts no more requests,
   * finishes those under way, and closes the database.
   */
  stop(notice?: { noticeMs: number }): Promise<void>
}

/** The whole program: the database, the application, its HTTP surfaces and its workers, as configured. */
export async function startServer(
  config: Config,
  log: Log,
  { playsStory = false, ...parts }: Pick<AppParts, 'acquirer'> & { playsStory?: boolean } = {},
): Promise<RunningServer> {
  const port = config.port === 0 ? await freePort(undefined) : config.port
  const publicUrl = config.publicUrl ?? ownAddress({ host: config.host, port })
  await expectFreePorts(config, port)
  const installation = await openInstallation(config, log, { by: 'start' })
  /** Each group at once, one group after the other. */
  const closers: Closer[][] = [[() => installation.stop()]]
  try {
    const app = await openApp({ config, log, databaseUrl: installation.databaseUrl, publicUrl, ...parts })
    closers.unshift([() => app.close()])
    warnOfOpenDesk(config, log)
    const busy: Closer[] = []
    closers.unshift(busy)
    const { databaseUrl } = installation
    const story = playsStory ? await openStory({ app, config, log, databaseUrl, publicUrl }) : undefined
    if (story) busy.push(story.stop)
    const seeded = await seedStaging(story?.app ?? app, config, publicUrl)
    await expectNamesOfSomething(app)
    await story?.begin(seeded)
    const hold = await openHold(app, { markEveryMs, lookEveryMs })
    busy.push(hold.stop)
    if (config.roles.includes('worker')) {
      const working = await startDueWork(app, tracedWork(holdable(app.jobs, hold)), {
        everyMs: config.workerEveryMs,
        isPaused: () => app.testClock?.isRun() ?? false,
      })
      const sealing = startSealing(app, { everyMs: config.sealEveryMs })
      const binding = startBinding(app, { url: databaseUrl, everyMs: bindEveryMs })
      const moving = startMovingEarnings(app, { url: databaseUrl, everyMs: bindEveryMs })
      busy.push(() => finishWork(working, config), sealing.stop, binding.stop, moving.stop)
    }
    const metrics = await serveMetrics(app)
    if (metrics) busy.push(() => metrics.close())
    const lifecycle = { isStopping: false, databaseTrouble: installation.databaseTrouble }
    if (config.listens) {
      const http = await listen(app, seeded, port, lifecycle)
      busy.push((noticeMs) => finishRequests(http, config, noticeMs))
    }
    const iso8583 = config.roles.includes('api') ? await listenForNetworks(app, busy) : []
    void story?.play()
    const stop: RunningServer['stop'] = ({ noticeMs } = { noticeMs: 0 }) => {
      lifecycle.isStopping = true
      return closeAll(closers, log, noticeMs)
    }
    return { app, publicUrl, ...seeded, iso8583, metrics, isPlaying: story?.isPlayed() === false, stop }
  } catch (error) {
    await closeAll(closers, log, 0)
    throw error
  }
}

/** Milliseconds between two marks. Commits in between may be lost unseen by a process that starts later. */
const markEveryMs = 20_000

/**
 * Milliseconds between two looks whether the database went back: a process without workers claims nothing, but it hands out
 * numbers.
 */
const lookEveryMs = 1_000

/** Milliseconds between two looks whether the last process of an older version has ended, and its rows can be changed. */
const bindEveryMs = 10_000

/** The staging desk, the mailbox and the pretend bank have no login. */
function warnOfOpenDesk({ environment, host, listens }: Config, log: Log): void {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
  if (environment !== 'staging' || !listens || isLocal) return
  log.warn(
    { host },
    'staging listens beyond this machine: the staging desk, its clock and its mailbox have no login. Let only people you trust reach them, or set FLORIN_HOST=127.0.0.1',
  )
}

type Closer = (noticeMs: number) => Promise<unknown>

async function listen(
  app: App,
  { shop, demoApp }: Pick<Seeded, 'shop' | 'demoApp'>,
  port: number,
  lifecycle: Lifecycle,
): Promise<FastifyInstance> {
  const http = await openHttp(
    app,
    shop && { siteId: shop.site.id, privateKey: shop.privateKey, app: demoApp },
    lifecycle,
  )
  try {
    await http.listen({ host: app.config.host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(portIsTaken(port), { cause: error })
  }
  return http
}

/** One after the other, and each is closed in the end, so that none stays open when another one cannot listen. */
async function listenForNetworks(app: App, busy: Closer[]): Promise<Iso8583Listener[]> {
  const listeners: Iso8583Listener[] = []
  for (const connection of app.config.iso8583) {
    const listener = await openIso8583Listener(app, connection)
    busy.push(() => listener.close())
    listeners.push(listener)
  }
  return listeners
}

/** Requests under way are answered. Who has not finished sending one by then is not waited for. */
async function finishRequests(http: FastifyInstance, config: Config, noticeMs: number): Promise<void> {
  await pause(noticeMs)
  const late = setTimeout(() => http.server.closeAllConnections(), config.acquirerTimeoutMs + finishGraceMs)
  await http.close().finally(() => clearTimeout(late))
}

/**
 * Nothing more is claimed, and what is claimed is done. What hangs keeps its lease: another worker has it when that
 * ends.
 */
async function finishWork(working: { stop(): Promise<void> }, config: Config): Promise<void> {
  const longest = Math.max(config.acquirerTimeoutMs, config.notificationTimeoutMs)
  await Promise.race([working.stop(), pause(longest + finishGraceMs, undefined, { ref: false })])
}

/** Beyond what others may take to answer us, everything that is under way is our own doing, and short. */
const finishGraceMs = 10_000

/** Each is closed even if another one fails to. */
async function closeAll(groups: readonly (readonly Closer[])[], log: Log, noticeMs: number): Promise<void> {
  for (const group of groups) {
    const closing = group.map((close) => close(noticeMs).catch((error) => log.error({ err: error }, 'closing failed')))
    await Promise.all(closing)
  }
}
