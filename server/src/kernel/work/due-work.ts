import { setTimeout as pause } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { OwnerKind } from '#kernel/base/owner.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { isSharedFailure } from '#kernel/db/shared-failure.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { isFree } from './lease-ends.ts'

/**
 * Whatever happens later has a due time in its own table, in our clock's time. A kind of due work says how to claim
 * what is due and what to do with one claimed item. A claim is a lease: if a worker dies, another one claims its items
 * when the lease ends. So `run` must be safe to repeat, and the use cases it calls are.
 *
 * Ids are numbers or text (a UUID). A list holds works with different ids; an id that `claim` returned is passed to
 * `run` of the same work only.
 */
export type DueWork<Id extends DueId = DueId> = {
  name: string
  /** Where its items have their due time. A notice on the channel `due` that names this table wakes the work. */
  table: DueTable
  /** A condition in SQL for its items, where the rows of the table are the work of several kinds. */
  only?: string | undefined
  /**
   * The owner of the items: its kind, and the column of `table` with its id. Absent: the items have no owner.
   */
  owner?: { kind: OwnerKind; column: string }
  /**
   * What a clock that runs through the days does with it, unless it stops for each item: `daily` work looks by itself
   * whether there is anything to do; `left` is housekeeping, which the workers do afterwards.
   */
  inRun?: 'daily' | 'left'
  /** How long a claim lasts. */
  leaseMs?: number
  /** A condition in SQL, with `$1` for now, for items whose due time cannot be right; `look` corrects them before it is asked what is due. */
  astray?: string
  look?(): Promise<void>
  /** Leases items that are due, of these only those that fulfil a further condition in SQL, if there is one. */
  claim(limit: number, further?: string): Promise<readonly Id[]>
  /** A claim takes only some of each owner's items, so that more may be due than it took. */
  isFair?: true
  run(id: Id): Promise<void>
  /** How many are claimed at once, where many are cheaper together; 50 unless set. */
  batch?: number
  /**
   * How many may be under way in one process; 256 unless set. More than `batch`, so that slow ones do not stop the
   * rest.
   */
  atOnce?: number
}

export type DueId = bigint | string

/** Tables with `id` (a number or text), `due_at` (null: nothing to do) and `leased_until`. */
export type DueTable = {
  [T in keyof Schema]: Selectable<Schema[T]> extends { id: DueId; due_at: unknown; leased_until: unknown } ? T : never
}[keyof Schema]

/** The id of a row of this table, with its brand. */
export type IdOf<T extends DueTable> = Selectable<Schema[T]> extends { id: infer Id extends DueId } ? Id : never

/**
 * The table of a work and its claim: leases up to `limit` due rows for `leaseMs` milliseconds, oldest first, and skips
 * rows that another worker holds. `only` as in `DueWork`. A further condition is part of the claim, so that rows that do
 * not fulfil it are not leased, and keep none back that do.
 */
export function claimDue<T extends DueTable>(
  { db, clock }: { db: Db; clock: Clock },
  table: T,
  { leaseMs, only }: { leaseMs: number; only?: string },
): Pick<DueWork<IdOf<T>>, 'table' | 'only' | 'leaseMs' | 'claim'> {
  const text = (further?: string) => `
    update ${table} set leased_until = $1
    where id in (
      select id from ${table}
      where due_at <= $2 and ${isFree('$3', leaseMs)}${itemsOnly({ only })}${itemsOnly({ only: further })}
      order by due_at limit $4
      for update skip locked -- two workers never wait for each other
    )
    returning id`
  const claim = async (limit: number, further?: string): Promise<IdOf<T>[]> => {
    const wall = clock.wall()
    const rows = await db.run(text(further), [wall.add({ milliseconds: leaseMs }), clock.now(), wall, limit])
    return rows.map((row) => row.id as IdOf<T>)
  }
  return { table, only, leaseMs, claim }
}

/** The condition of a work, to be added to a `where`. */
export const itemsOnly = ({ only }: Pick<DueWork, 'only'>): string => (only ? ` and (${only})` : '')

/**
 * Does everything that is due now, until nothing is. Returns the number of items; a failed one stays leased. With a
 * database to ask, kinds without anything due cost one statement together, and not a claim each.
 */
export async function runDueWorkUntilIdle(
  works: readonly DueWork[],
  log: Log,
  asking?: { db: Db; clock: Clock },
): Promise<number> {
  let done = 0
  for (let round = 0; round < idleRoundsMax; round++) {
    const count = await runDueWorkOnce(works, log, asking)
    if (count === 0) return done
    done += count
  }
  return done
}

/** One round: of each kind, in their order, as many as are claimed at once. Returns the number of items. */
export async function runDueWorkOnce(
  works: readonly DueWork[],
  log: Log,
  asking?: { db: Db; clock: Clock },
): Promise<number> {
  const ask = async () => (asking ? await worksToClaim(asking, works) : new Set(works))
  let claimable = await ask()
  let done = 0
  for (const work of works) {
    if (!claimable.has(work)) continue
    const ids = await claimOrLog(work, log)
    await Promise.all(ids.map((id) => runOne(work, id, log)))
    // What was done may have made more of the kinds behind it due.
    if (ids.length > 0) claimable = await ask()
    done += ids.length
  }
  return done
}
const claimMax = 50

/** A kind whose items cannot be claimed keeps no other back. */
async function claimOrLog(work: DueWork, log: Log): Promise<readonly DueId[]> {
  try {
    return await work.claim(work.batch ?? claimMax)
  } catch (error) {
    if (isSharedFailure(error)) throw error
    log.error({ work: work.name, err: error }, 'looking for due work failed')
    return []
  }
}

const idleRoundsMax = 10_000

async function runOne(work: DueWork, id: DueId, log: Log): Promise<void> {
  try {
    await work.run(id)
  } catch (error) {
    log.error({ work: work.name, id: String(id), err: error }, 'due work failed; it is retried when its lease ends')
  }
}

/**
 * Does due work until stopped. Each kind has its own loop, so that a slow kind delays no other, and up to `atOnce`
 * items under way, so that a slow item delays no other. A loop looks for work when an item ends and more may be due, at
 * once when a notice on the channel `due` names its table, and when anything of it is found due: for that, one statement
 * asks for all kinds every `everyMs` milliseconds. A notice without a table wakes all loops: the clock was changed, or
 * the connection was lost and notices may have been missed. `stop` waits for work under way.
 */
export async function startDueWork(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  works: readonly DueWork[],
  { everyMs, isPaused = () => false }: WorkerOptions,
): Promise<{ stop(): Promise<void> }> {
  const loops = works.map((work) => ({ work, ...startLoop(work, log, { isPaused }) }))
  const listening = await db.listen('due', (notified) => {
    for (const { work, wake } of loops) if (notified === '' || notified === work.table) wake()
  })
  const asking = repeat(everyMs, async () => {
    if (isPaused()) return
    try {
      const claimable = await worksToClaim({ db, clock }, works)
      for (const { work, wake } of loops) if (claimable.has(work)) wake()
    } catch (error) {
      log.error({ err: error }, 'asking for due work failed')
    }
  })
  return {
    stop: async () => {
      await Promise.all([listening.stop(), asking.stop()])
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** Those with anything due that no worker holds. */
async function worksToClaim(
  { db, clock }: { db: Db; clock: Clock },
  works: readonly DueWork[],
): Promise<ReadonlySet<DueWork>> {
  await Promise.all(works.map((work) => work.look?.()))
  const parts = works.map((work) => isAnyDue(work, `due_at <= $1 and ${isFree('$2', work.leaseMs ?? 3_600_000)}`))
  const [row] = await db.runByKeys(`select array[${parts.join(', ')}] as found`, [clock.now(), clock.wall()])
  const found = row!.found as readonly boolean[]
  return new Set(works.filter((_, index) => found[index]))
}

/**
 * Whether the first item by due time that fulfils a condition is there, as SQL: what is not due yet is not read. `exists`
 * would read the whole table when nothing is due, since PostgreSQL assumes that a third of the rows is.
 */
export const isAnyDue = (work: Pick<DueWork, 'table' | 'only'>, condition: string): string =>
  `(select due_at from ${work.table} where ${condition}${itemsOnly(work)} order by due_at limit 1) is not null`

/** Does it every so often, once at a time, until stopped. */
function repeat(everyMs: number, work: () => Promise<void>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const repeating = (async () => {
    for (;;) {
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      await work()
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return repeating
    },
  }
}

type WorkerOptions = {
  everyMs: number
  /** While true, nothing is claimed: another process does all the work. */
  isPaused?: () => boolean
}

function startLoop(
  work: DueWork,
  log: Log,
  { isPaused }: Pick<Required<WorkerOptions>, 'isPaused'>,
): { wake(): void; stop(): Promise<void> } {
  const underWay = new Set<Promise<void>>()
  let stopped = false
  let isEnding = false
  // Replaced before each look, so that a notice that comes during a look leads to another one.
  let wake = () => {}
  const batch = work.batch ?? claimMax
  const atOnce = work.atOnce ?? Math.max(atOnceMax, 2 * batch)
  // Whether the last look claimed all it could, so that more may be due; and how many were under way then.
  let [more, filled] = [false, 0]
  const look = async (): Promise<void> => {
    const free = Math.min(batch, atOnce - underWay.size)
    const ids = free > 0 && !isPaused() ? await work.claim(free) : []
    more = ids.length === free
    for (const id of ids) {
      const running = runOne(work, id, log).finally(() => {
        underWay.delete(running)
        // Items that end at the same moment lead to one look.
        if (isEnding) return
        isEnding = true
        setImmediate(() => {
          isEnding = false
          if (work.isFair) lookSoon()
          else if (more && underWay.size <= atOnce - batch) wake()
        })
      })
      underWay.add(running)
    }
    filled = underWay.size
  }
  // A fair claim takes ahead of what is sent, and costs nearly as much for few as for many.
  let soon: NodeJS.Timeout | undefined
  const lookSoon = () => {
    if (stopped || underWay.size > atOnce - batch) return
    if (underWay.size <= filled / 2) wake()
    else soon ??= setTimeout(() => wake(), lookWithinMs)
  }
  const loop = (async () => {
    while (!stopped) {
      const woken = Promise.withResolvers<void>()
      wake = woken.resolve
      clearTimeout(soon)
      soon = undefined
      await look().catch((error) => log.error({ work: work.name, err: error }, 'looking for due work failed'))
      if (!stopped) await woken.promise
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
/** How long an owner whose items end sooner than those of the others waits for the next ones, at most. */
const lookWithinMs = 20

/** When the next item of these tables falls due, for a clock that runs to it. */
export async function nextDueAt(db: Db, tables: readonly DueTable[]): Promise<Instant | undefined> {
  const parts = tables.map((table) => `select min(due_at) as due_at from ${table}`)
  const [row] = await db.run(`select min(due_at) as due_at from (${parts.join(' union all ')}) as due`, [])
  return (row?.due_at as Instant | null) ?? undefined
}
