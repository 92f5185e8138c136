import { setTimeout as pause } from 'node:timers/promises'
import { type Db, openDb } from '#kernel/db/db.ts'
import { processGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import type { AppParts } from './compose.ts'

/**
 * A replica that lists, searches and files are read from, and nothing that is decided by. It has everything up to a moment
 * that is known by the positions of both logs: a replica that has nothing to replay is not behind, however old its newest row is.
 */
export type ReadReplica = {
  /** The database, whose queries go to the replica; its commits, locks and statements go where they always go. */
  db: Db
  /** Whether the replica has everything that was committed until a moment ago. Otherwise the primary is read. */
  isFresh(): boolean
  /** Waits, but not for long, until it has everything that is committed now. */
  catchesUp(): Promise<boolean>
  /** A query has failed there: the next look decides when it is used again. */
  distrust(): void
  close(): Promise<void>
}

export const replicaLag = processGauge({
  name: 'florin_read_replica_lag_seconds',
  help: 'How far the replica of FLORIN_READ_DATABASE_URL is behind, as this process sees it; absent until it was seen. Beyond FLORIN_READ_LAG_MS the primary is read.',
  unit: 'seconds',
})

type Parts = Pick<AppParts, 'config' | 'log'> & { primary: Db; metrics: Metrics }

/** Undefined: none is configured. One that cannot be reached stops nothing. */
export function openReadReplica({ config, log, primary, metrics }: Parts): ReadReplica | undefined {
  const { url, lagMs } = config.readDatabase
  if (url === undefined) return undefined
  const replica = openDb(url.reveal(), {
    role: 'florin_app',
    connectionsMax: config.databaseConnections,
    waitForConnectionMs: connectMs,
    isReadOnly: true,
  })
  const seen = watch(primary, replica, lagMs)
  if (metrics.isOn)
    metrics.beforeScrape(() => {
      const behind = seen.lagMs()
      metrics.replace(replicaLag, behind === undefined ? [] : [{ labels: {}, value: behind / 1_000 }])
    })
  let wasFresh: boolean | undefined
  const isFresh = () => {
    const behind = seen.lagMs()
    const fresh = behind !== undefined && behind <= lagMs
    if (wasFresh !== undefined && fresh !== wasFresh)
      log[fresh ? 'info' : 'warn']({ lagMs: behind }, saying[`${fresh}`])
    if (behind !== undefined || wasFresh !== undefined) wasFresh = fresh
    return fresh
  }
  return {
    db: { ...primary, read: replica.read, snapshot: replica.snapshot },
    isFresh,
    catchesUp: () => seen.catchesUp(lagMs),
    distrust: seen.forget,
    close: async () => {
      seen.stop()
      await replica.close()
    },
  }
}

const connectMs = 2_000
const saying = {
  true: 'lists are read from the replica',
  false: 'the replica is behind or away; lists are read from the primary',
}

type Watch = {
  /** Undefined: not known, or the other one is no replica. */
  lagMs(): number | undefined
  catchesUp(withinMs: number): Promise<boolean>
  forget(): void
  stop(): void
}

/** Asks both several times within the limit. */
function watch(primary: Db, replica: Db, limitMs: number): Watch {
  /** Until when the replica has everything, by this process's own timer. */
  let upTo: number | undefined
  let isStopped = false
  let written: { at: number; position: bigint }[] = []
  const look = async (): Promise<void> => {
    const at = performance.now()
    written.push({ at, position: await positionOf(primary, 'pg_current_wal_lsn()') })
    const replayed = await positionOf(replica, 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end')
    const reached = written.findLast(({ position }) => position <= replayed)
    if (reached) upTo = Math.max(upTo ?? 0, reached.at)
    written = written.filter((one) => one.at >= (reached?.at ?? 0)).slice(-samplesMax)
  }
  const everyMs = Math.max(100, limitMs / 4)
  const watching = (async () => {
    while (!isStopped) {
      await look().catch(() => undefined)
      await pause(everyMs, undefined, { ref: false })
    }
  })()
  void watching
  return {
    lagMs: () => (upTo === undefined ? undefined : performance.now() - upTo),
    catchesUp: async (withinMs) => {
      const began = performance.now()
      do {
        await look().catch(() => undefined)
        if (upTo !== undefined && upTo >= began) return true
        await pause(catchUpEveryMs)
      } while (performance.now() - began < withinMs)
      return false
    },
    forget: () => {
      upTo = undefined
    },
    stop: () => {
      isStopped = true
    },
  }
}
const samplesMax = 100
const catchUpEveryMs = 50

/** A position in the log, which only rises. Throws where there is none. */
async function positionOf(db: Db, position: string): Promise<bigint> {
  const [row] = await db.run(`select (${position})::text as position`, [])
  const [high, low] = String(row?.position).split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
