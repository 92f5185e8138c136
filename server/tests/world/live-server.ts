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

/** What the demo store calls, with its own key. */
export async function postToStore(
  { server: { publicUrl, shop } }: Pick<LiveServer, 'server'>,
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { authorization: `Bearer ${shop!.privateKey.reveal()}`, 'content-type': 'application/json' }
  const reply = await fetch(`${publicUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { data } = (await reply.json()) as { data: Readonly<Record<string, unknown>> }
  return data
}
