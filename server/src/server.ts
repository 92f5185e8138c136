import type { FastifyInstance } from 'fastify'
import { freePort } from '#database/server-process.ts'
import type { Config } from '#kernel/config.ts'
import { startDueWork } from '#kernel/due-work.ts'
import type { Log } from '#kernel/log.ts'
import { type App, type AppParts, openApp } from './app.ts'
import { openInstallation } from './installation.ts'
import { type SeededShop, seedBakery } from './seed.ts'
import { openHttp } from './surfaces/http.ts'

export type RunningServer = {
  app: App
  publicUrl: string
  /** The demo store's, in staging. */
  shop: SeededShop | undefined
  /** Stops taking requests, finishes what is under way, and lets go of the database. */
  stop(): Promise<void>
}

/** The whole program: the database, the house, its HTTP surfaces and its workers, as the configuration asks. */
export async function startServer(
  config: Config,
  log: Log,
  parts: Pick<AppParts, 'acquirer'> = {},
): Promise<RunningServer> {
  const port = config.port === 0 ? await freePort(undefined) : config.port
  const publicUrl = config.publicUrl ?? `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`
  const installation = await openInstallation(config, log)
  const closers: (() => Promise<unknown>)[] = [() => installation.stop()]
  try {
    const app = await openApp({ config, log, databaseUrl: installation.databaseUrl, publicUrl, ...parts })
    closers.unshift(() => app.close())
    const shop = config.environment === 'staging' ? await seedBakery(app.directory, publicUrl) : undefined
    if (config.roles.includes('worker')) {
      const working = await startDueWork(app, app.jobs, { everyMs: config.workerEveryMs })
      closers.unshift(() => working.stop())
    }
    if (config.roles.includes('pages')) {
      const http = await listen(app, shop, port)
      closers.unshift(() => http.close())
    }
    return { app, publicUrl, shop, stop: () => closeAll(closers, log) }
  } catch (error) {
    await closeAll(closers, log)
    throw error
  }
}

async function listen(app: App, shop: SeededShop | undefined, port: number): Promise<FastifyInstance> {
  const http = await openHttp(app, shop && { siteId: shop.site.id, privateKey: shop.privateKey })
  try {
    await http.listen({ host: app.config.host, port })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is taken by another program. Choose another one: FLORIN_PORT=8090 npm start`, {
      cause: error,
    })
  }
  return http
}

/** Each is closed even if another one fails to. */
async function closeAll(closers: readonly (() => Promise<unknown>)[], log: Log): Promise<void> {
  for (const close of closers) await close().catch((error) => log.error({ err: error }, 'closing failed'))
}
