import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/**
 * Whatever happens later has a due time in its own table, in our clock's time. A kind of due work says how to claim what
 * is due and what to do with one claimed thing. Claims are leases: a worker that dies lets go of its work when the lease
 * runs out, so `run` must be safe to begin again, and the use cases it calls are.
 */
export type DueWork = {
  name: string
  /** Where its things have their due time. */
  table: DueTable
  /** The column that names the site a thing is about; nothing where it is about none in particular. */
  site?: 'site_id' | 'id'
  /**
   * How a clock that is run through the days treats it, unless it stops for each thing: `daily` is work that comes round
   * by itself to ask whether there is anything; `left` is housekeeping, done afterwards by the workers as well.
   */
  inRun?: 'daily' | 'left'
  claim(limit: number): Promise<readonly bigint[]>
  run(id: bigint): Promise<void>
  /** How many are claimed at once, where many are cheaper together; 50 unless told. */
  batch?: number
  /** How many may be under way in one process; 256 unless told. More than `batch`, so that slow ones do not stop the rest. */
  atOnce?: number
}

/** Tables with `id`, `due_at` (null: nothing to do) and `leased_until`. */
export type DueTable = {
  [T in keyof Schema]: Schema[T] extends { id: unknown; due_at: unknown; leased_until: unknown } ? T : never
}[keyof Schema]

/**
 * The table of a work and its claim: it takes up to `limit` due rows for `leaseMs`, oldest first, passing over those that
 * others hold.
 */
export function claimDue(
  { db, clock }: { db: Db; clock: Clock },
  table: DueTable,
  { leaseMs }: { leaseMs: number },
): Pick<DueWork, 'table' | 'claim'> {
  const text = `
    update ${table} set leased_until = $1
    where id in (
      select id from ${table}
      where due_at <= $2 and (leased_until is null or leased_until < $3)
      order by due_at limit $4
      for update skip locked -- two workers never wait for each other
    )
    returning id`
  const claim = async (limit: number): Promise<bigint[]> => {
    const wall = clock.wall()
    const rows = await db.run(text, [wall.add({ milliseconds: leaseMs }), clock.now(), wall, limit])
    return rows.map((row) => row.id as bigint)
  }
  return { table, claim }
}

/** Does everything that is due now, until nothing is. Gives the number of things done; a failed one stays leased. */
export async function runDueWorkUntilIdle(works: readonly DueWork[], log: Log): Promise<number> {
  let done = 0
  for (let round = 0; round < idleRoundsMax; round++) {
    const count = await runDueWorkOnce(works, log)
    if (count === 0) return done
    done += count
  }
  return done
}

/** One round: of each kind, in their order, as much as is claimed at once. Gives the number of things done. */
export async function runDueWorkOnce(works: readonly DueWork[], log: Log): Promise<number> {
  let done = 0
  for (const work of works) {
    const ids = await work.claim(work.batch ?? claimMax)
    await Promise.all(ids.map((id) => runOne(work, id, log)))
    done += ids.length
  }
  return done
}
const claimMax = 50
const idleRoundsMax = 10_000

async function runOne(work: DueWork, id: bigint, log: Log): Promise<void> {
  try {
    await work.run(id)
  } catch (error) {
    log.error({ work: work.name, id: String(id), err: error }, 'due work failed; it is tried again when its lease ends')
  }
}

/**
 * Keeps doing due work until stopped: each kind by itself, so that a slow one holds up no other; each up to `atOnceMax`
 * things at a time, so that a slow thing holds up no other either. It looks when a place is free, every `everyMs`, and at
 * once when somebody says on the channel `due` that there is something. `stop` waits for what is under way.
 */
export async function startDueWork(
  { db, log }: { db: Db; log: Log },
  works: readonly DueWork[],
  { everyMs, isPaused = () => false }: WorkerOptions,
): Promise<{ stop(): Promise<void> }> {
  const loops = works.map((work) => startLoop(work, log, { everyMs, isPaused }))
  const listening = await db.listen('due', () => {
    for (const loop of loops) loop.wake()
  })
  return {
    stop: async () => {
      await listening.stop()
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

type WorkerOptions = {
  everyMs: number
  /** While it says so nothing is claimed: somebody else does all the work. */
  isPaused?: () => boolean
}

function startLoop(
  work: DueWork,
  log: Log,
  { everyMs, isPaused }: Required<WorkerOptions>,
): { wake(): void; stop(): Promise<void> } {
  const underWay = new Set<Promise<void>>()
  let stopped = false
  let wake = () => {}
  const batch = work.batch ?? claimMax
  const atOnce = work.atOnce ?? Math.max(atOnceMax, 2 * batch)
  // Whether the last look took all it could, so that more may be waiting for a place.
  let more = false
  const look = async (): Promise<void> => {
    const free = Math.min(batch, atOnce - underWay.size)
    const ids = free > 0 && !isPaused() ? await work.claim(free) : []
    more = ids.length === free
    for (const id of ids) {
      const running = runOne(work, id, log).finally(() => {
        underWay.delete(running)
        if (more && underWay.size <= atOnce - batch) wake()
      })
      underWay.add(running)
    }
  }
  const loop = (async () => {
    while (!stopped) {
      const woken = Promise.withResolvers<void>()
      wake = woken.resolve
      await look().catch((error) => log.error({ work: work.name, err: error }, 'looking for due work failed'))
      const timer = setTimeout(woken.resolve, everyMs)
      if (!stopped) await woken.promise
      clearTimeout(timer)
    }
    await Promise.all(underWay)
  })()
  return {
    wake: () => wake(),
    stop: () => {
      stopped = true
      wake()
      return loop
    },
  }
}
const atOnceMax = 256

/** When the next thing of these tables falls due, for a clock that is told to run there. */
export async function nextDueAt(db: Db, tables: readonly DueTable[]): Promise<Instant | undefined> {
  const parts = tables.map((table) => `select min(due_at) as due_at from ${table}`)
  const [row] = await db.run(`select min(due_at) as due_at from (${parts.join(' union all ')}) as due`, [])
  return (row?.due_at as Instant | null) ?? undefined
}
