import type { BenchContext } from './context.ts'
import type { LimitTimed, LimitTiming } from './limit-process.ts'
import { runClients } from './load.ts'
import { type Helper, processorMs, startHelper } from './processes.ts'

/** How long each load is measured. */
export type Durations = { warmUpMs: number; ms: number }

/** Of one piece of work, in milliseconds of a processor. */
export type Processor = { server: number; database: number; load: number }
export type ServerRow<T> = {
  perSecond: number
  samples: T[]
  processor: Processor
  walBytes: number
  /** All that was done, also before and after the watch. */
  done: number
}
export type LimitRow = { perSecond: number; each: number[]; databaseMs: number; driverMs: number }

export const connections = 16

export const serverEnv = (ctx: BenchContext, roles: string): Record<string, string> => ({
  DATABASE_URL: ctx.databaseUrl,
  FLORIN_KEYS: ctx.keys,
  FLORIN_ENVIRONMENT: 'staging',
  FLORIN_DATABASE_CONNECTIONS: String(connections),
  FLORIN_HOST: '127.0.0.1',
  FLORIN_PORT: '0',
  FLORIN_ROLES: roles,
  FLORIN_VELOCITY_LIMITS: neverReached,
})

/** All load comes from one address and for one site. Its cards are counted as in production. */
const neverReached = ['address', 'card', 'order', 'link', 'bin', 'site', 'link_day', 'site_day']
  .map((kind) => `${kind}=1000000/PT1H`)
  .join()

export type OpenServer = { helper: Helper; url: string }
type ServerOptions = {
  roles?: string
  observe?: boolean
  profile?: string | undefined
  env?: Readonly<Record<string, string>>
}

/** The server in its own process. The load process counts what it acknowledges. */
export async function openServer(
  ctx: BenchContext,
  { roles = 'api,pages', observe = false, profile, env = {} }: ServerOptions = {},
): Promise<OpenServer> {
  const helper = await startHelper('./server-process.ts', {
    env: { ...serverEnv(ctx, roles), ...env },
    args: observe ? ['observe'] : [],
    execArgv: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
  })
  return { helper, url: await helper.ask<string>('url') }
}

/** So many clients do this work at the server through HTTP, again and again. */
export async function measureServer<T>(
  ctx: BenchContext,
  { helper }: OpenServer,
  { clients, ...durations }: Durations & { clients: number },
  work: () => Promise<T>,
): Promise<ServerRow<T>> {
  const meter = openMeter(ctx, helper.pid)
  let [done, counted] = [0, { server: 0, database: 0, load: 0 }]
  const walBefore = await walPosition(ctx)
  const { samples, seconds } = await runClients(
    async () => {
      const sample = await work()
      done++
      return sample
    },
    { clients, ...durations },
    { begin: meter.begin, end: () => (counted = meter.end()) },
  )
  const walBytes = ((await walPosition(ctx)) - walBefore) / done
  const each = (whole: number) => whole / samples.length
  const processor = { server: each(counted.server), database: each(counted.database), load: each(counted.load) }
  return { perSecond: samples.length / seconds, samples, processor, walBytes, done }
}

/** The same statements by the driver alone. */
export async function measureLimit(ctx: BenchContext, limit: Helper, timing: LimitTiming): Promise<LimitRow> {
  const before = [processorMs(ctx.databasePid, { children: true }), processorMs(limit.pid)] as const
  const { done, seconds, each } = await limit.ask<LimitTimed>(timing)
  // The warm-up is in the processor time, and in the number of those done as if it had been as fast.
  const all = done * (1 + timing.warmUpMs / timing.ms)
  const after = [processorMs(ctx.databasePid, { children: true }), processorMs(limit.pid)] as const
  return {
    perSecond: done / seconds,
    each,
    databaseMs: (after[0] - before[0]) / all,
    driverMs: (after[1] - before[1]) / all,
  }
}

export const openLimit = (ctx: BenchContext): Promise<Helper> =>
  startHelper('./limit-process.ts', { env: serverEnv(ctx, 'pages') })

function openMeter(ctx: BenchContext, serverPid: number) {
  const read = () => {
    const own = process.cpuUsage()
    return {
      server: processorMs(serverPid),
      database: processorMs(ctx.databasePid, { children: true }),
      load: (own.user + own.system) / 1000,
    }
  }
  let before = read()
  return {
    begin: () => {
      before = read()
    },
    end: (): Processor => {
      const after = read()
      return {
        server: after.server - before.server,
        database: after.database - before.database,
        load: after.load - before.load,
      }
    },
  }
}

async function walPosition({ query }: BenchContext): Promise<number> {
  const [row] = await query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`)
  return Number(row!.bytes)
}
