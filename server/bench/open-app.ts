import { memoryRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { type App, openApp } from '../src/app/compose.ts'
import { readConfig } from '../src/app/config.ts'
import type { BenchContext } from './context.ts'
import { connections } from './throughput.ts'

/** The program's parts in this process, with nothing started: what they write has the codes that a server asks for. */
export const openBenchApp = (
  { databaseUrl, keys }: Pick<BenchContext, 'databaseUrl' | 'keys'>,
  environment: Readonly<Record<string, string>> = {},
): Promise<App> =>
  openApp({
    config: readConfig({
      DATABASE_URL: databaseUrl,
      FLORIN_KEYS: keys,
      FLORIN_ENVIRONMENT: 'staging',
      FLORIN_DATABASE_CONNECTIONS: String(connections),
      ...environment,
    }),
    log: openLog({ level: 'error', to: process.stderr }),
    databaseUrl,
    publicUrl: 'http://127.0.0.1',
    acquirer: ({ clock, bankUrl }) => sandboxAcquirer({ record: memoryRecord(), clock, bankUrl }),
  })

/** The same for as long as this work takes. */
export async function withBenchApp<T>(
  where: Pick<BenchContext, 'databaseUrl' | 'keys'>,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const app = await openBenchApp(where)
  try {
    return await work(app)
  } finally {
    await app.close()
  }
}

export const by = { actor: 'bench', fromWhere: 'command line' }
