import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '#kernel/telemetry/log.ts'
import { readConfig } from '../../src/app/config.ts'
import { type RunningServer, startServer } from '../../src/app/server.ts'
import { openBrowser } from './browser.ts'
import { copyOfTemplate } from './database.ts'

/** The whole program as `npm start` runs it, on a database of its own, and a browser in front of it. */
export async function openLiveServer() {
  const folder = await mkdtemp(join(tmpdir(), 'florin-live-'))
  const config = readConfig({ DATABASE_URL: await copyOfTemplate(), FLORIN_DATA: folder, FLORIN_PORT: '0' })
  const server: RunningServer = await startServer(config, silentLog)
  const browser = await openBrowser()
  return {
    server,
    browser,
    close: async () => {
      await browser.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type LiveServer = Awaited<ReturnType<typeof openLiveServer>>
