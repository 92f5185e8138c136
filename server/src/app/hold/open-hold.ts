import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { StaleWrite, type Writer, wroteNothing } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Config } from '../config.ts'
import { becauseByHand, readInstallation } from '../environment/row.ts'
import { holdInstallation } from './hold-installation.ts'
import { type Mark, readMarkFile, removeDrafts, writeMarkFile } from './mark-file.ts'
import {
  deleteOldMarks,
  hasMark,
  makeMark,
  mayLack,
  type NumberedMark,
  newestPlace,
  type Place,
  readPlace,
} from './marks.ts'

type HoldContext = Writer & { clock: Clock; log: Log; config: Config }

export type Hold = {
  /** Since when what falls due by itself is held. Looks whether the database is still the one that this process has written to. */
  heldSince(): Promise<Instant | undefined>
  /** Writes the next mark; called every `markEveryMs` by itself. */
  mark(): Promise<void>
  stop(): Promise<void>
}

/** In staging no money moves, and databases are copied at will. */
const never: Hold = { heldSince: async () => undefined, mark: async () => undefined, stop: async () => undefined }

/**
 * Writes a mark into the database every `markEveryMs` milliseconds, and remembers the last one that was acknowledged, also in
 * a file outside of it. A database without it was restored to an earlier moment, or a replica was promoted that did not have
 * it; one of another place is a copy. Then what falls due by itself is held, because an acquirer knows what is lost here.
 */
export async function openHold(
  ctx: HoldContext,
  { markEveryMs, lookEveryMs }: { markEveryMs: number; lookEveryMs: number },
): Promise<Hold> {
  if (ctx.config.environment !== 'production') return never
  await removeDrafts(ctx.config)
  await deleteOldMarks(ctx.db, ctx.clock.wall())
  const { mark: kept, unknown } = await readMarkFile(ctx.config)
  if (unknown && (ctx.config.markFile === undefined || (await newestPlace(ctx.db)))) ctx.log.warn(notSeen(unknown))
  const lost = await whyLost(ctx.db, await readPlace(ctx.db), kept)
  if (lost) await holdInstallation(ctx, ctx.clock.now(), lost)
  const { write, look: lookForLoss } = markWriter(ctx)
  await write()
  let looked: { at: number; since: Promise<Instant | undefined> } | undefined
  const look = async (): Promise<Instant | undefined> => {
    await lookForLoss()
    return heldSinceIn(ctx.db)
  }
  const lookNow = () => {
    looked = { at: performance.now(), since: look() }
    return looked.since
  }
  const heldSince = (): Promise<Instant | undefined> =>
    !looked || performance.now() - looked.at > lookedAgainMs ? lookNow() : looked.since
  const stopping = new AbortController()
  const repeat = async (everyMs: number, act: () => Promise<unknown>): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pause(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (!stopping.signal.aborted) await act()
    }
  }
  const writeNext = () =>
    write().catch((err) => ctx.log.warn({ err }, 'the mark of this process was not written; it is tried again'))
  // A database that does not answer is one that gives out no numbers either.
  const lookAgain = () => lookNow().catch(() => undefined)
  const whole = [repeat(markEveryMs, writeNext), repeat(lookEveryMs, lookAgain)]
  return {
    heldSince,
    mark: write,
    stop: async () => {
      stopping.abort()
      await Promise.all(whole)
    },
  }
}
const lookedAgainMs = 1_000
const notSeen = (why: string): string =>
  `the mark outside of the database ${why}: not every restore is seen by a start; FLORIN_MARK_FILE names its place`
const lacksOwn = 'the database lacks what this process has written'
const mayLackLast =
  'the server has begun a new timeline, and no commit had waited for a replica: what came last may be lost'

/** The marks of this process: its next one, and a look whether the database still has all that was acknowledged to it. */
function markWriter(ctx: HoldContext) {
  let [process, number] = [randomUUID() as string, 0n]
  /** The mark that the database has at least; after a commit whose response was lost it may have the next one. */
  let [known, maybe] = [undefined as NumberedMark | undefined, undefined as NumberedMark | undefined]
  /** Where this process was last. */
  let where: Place | undefined
  const arrive = async (): Promise<Place> => {
    const at = await readPlace(ctx.db)
    // A server that takes no writes at this moment does not say it.
    if (at.place === '') return where ?? at
    if (mayLack(where, at)) await holdInstallation(ctx, ctx.clock.now(), mayLackLast)
    where = at
    return at
  }
  let warned: string | undefined
  const acknowledged = async (mark: NumberedMark): Promise<void> => {
    ;[known, maybe] = [mark, undefined]
    const unwritable = await writeMarkFile(ctx.config, mark)
    if (unwritable && unwritable !== warned) ctx.log.warn(notSeen(unwritable))
    warned = unwritable
  }
  /** Holds, and begins with marks anew: one loss is seen once. */
  const hold = async (): Promise<void> => {
    await holdInstallation(ctx, ctx.clock.now(), lacksOwn)
    ;[process, known, maybe] = [randomUUID(), undefined, undefined]
  }
  const write = async (): Promise<void> => {
    const at = await arrive()
    const mark = { process, token: randomUUID(), number: ++number }
    try {
      await makeMark(ctx, ctx.clock.wall(), { mark, before: known?.token, at })
      await acknowledged(mark)
    } catch (error) {
      if (!wroteNothing(error)) maybe = mark
      if (!(error instanceof StaleWrite)) throw error
      if (maybe !== undefined && (await hasMark(ctx.db, maybe))) return acknowledged(maybe)
      await hold()
    }
  }
  const look = async (): Promise<void> => {
    const mark = known
    if (mark !== undefined && !(await hasMark(ctx.db, mark)) && mark === known) await hold()
    await arrive()
  }
  return { write, look }
}

/** The reason to take this for another database than was written to last, as far as a start can tell; undefined: none. */
async function whyLost(db: Db, at: Place, kept: Mark | undefined): Promise<string | undefined> {
  if (kept && !(await hasMark(db, kept))) return 'the database lacks what was written last: the mark outside of it'
  const before = await newestPlace(db)
  if (!before || before.place === '' || at.place === '') return undefined
  if (before.place !== at.place) return 'the database is a copy on another server, or of another name'
  if (before.timeline === at.timeline) return undefined
  // Without a mark it is not known whether something is lost, and a backup is restored to a new timeline too.
  if (!kept)
    return 'the server has begun a new timeline, and there is no mark outside of the database that says whether anything is lost'
  return mayLack(before, at) ? mayLackLast : undefined
}

/** The reason for the hold of work that falls due by itself; undefined: there is none. A row that was changed by hand holds it too. */
export async function whyHeld(db: Db): Promise<string | undefined> {
  const found = await readInstallation(db)
  if (!found) return undefined
  return found.isGenuine ? (found.row.held_because ?? undefined) : becauseByHand
}

/** A row that was changed by hand does not say since when: everything is from before. */
export async function heldSinceIn(db: Db): Promise<Instant | undefined> {
  const found = await readInstallation(db)
  if (!found) return undefined
  return found.isGenuine ? (found.row.held_at ?? undefined) : Temporal.Instant.from('9999-12-31T00:00:00Z')
}

export const isHeldIn = async (db: Db): Promise<boolean> => (await whyHeld(db)) !== undefined
