import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#kernel/base/clock.ts'
import { StaleWrite, type Writer, wroteNothing } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Config } from '../config.ts'
import { readInstallation } from '../environment/row.ts'
import { holdInstallation } from './hold-installation.ts'
import { type Mark, readMarkFile, writeMarkFile } from './mark-file.ts'
import { hasMark, makeMark, newestPlace, type Place, readPlace } from './marks.ts'

type HoldContext = Writer & { clock: Clock; log: Log; config: Config }

export type Hold = {
  /** Whether what falls due by itself is held. Looks whether the database is still the one that this process has written to. */
  isHeld(): Promise<boolean>
  /** Writes the next mark; called every `everyMs` by itself. */
  mark(): Promise<void>
  stop(): Promise<void>
}

/** In staging no money moves, and databases are copied at will. */
const never: Hold = { isHeld: async () => false, mark: async () => undefined, stop: async () => undefined }

/**
 * Writes a mark into the database every `everyMs` milliseconds, and remembers the last one that was acknowledged, also beside
 * the master keys. A database without it was restored to an earlier moment, or a replica was promoted that did not have
 * it; one of another place is a copy. Then what falls due by itself is held, because an acquirer knows what is lost here.
 */
export async function openHold(ctx: HoldContext, { everyMs }: { everyMs: number }): Promise<Hold> {
  if (ctx.config.environment !== 'production') return never
  const lost = await whyLost(ctx.db, await readPlace(ctx.db), await readMarkFile(ctx.config))
  if (lost) await holdInstallation(ctx, ctx.clock.now(), lost)
  let process = randomUUID()
  /** The mark that the database has at least; after a commit whose response was lost it may have the next one. */
  let [known, maybe] = [undefined as string | undefined, undefined as string | undefined]
  const write = async (): Promise<void> => {
    const at = await readPlace(ctx.db)
    const mark = { process, token: randomUUID() }
    try {
      await makeMark(ctx, ctx.clock.wall(), { mark, before: known, at })
      ;[known, maybe] = [mark.token, undefined]
      await writeMarkFile(ctx.config, mark)
    } catch (error) {
      if (!wroteNothing(error)) maybe = mark.token
      if (!(error instanceof StaleWrite)) throw error
      if (maybe !== undefined && (await hasMark(ctx.db, { process, token: maybe }))) {
        ;[known, maybe] = [maybe, undefined]
        return
      }
      await holdInstallation(ctx, ctx.clock.now(), 'the database lacks what this process has written')
      ;[process, known, maybe] = [randomUUID(), undefined, undefined]
    }
  }
  await write()
  let looked: { at: number; held: Promise<boolean> } | undefined
  const look = async (): Promise<boolean> => {
    const token = known
    if (token !== undefined && !(await hasMark(ctx.db, { process, token })) && token === known)
      await holdInstallation(ctx, ctx.clock.now(), 'the database lacks what this process has written')
    return isHeldIn(ctx.db)
  }
  const isHeld = (): Promise<boolean> => {
    if (!looked || performance.now() - looked.at > lookedAgainMs) looked = { at: performance.now(), held: look() }
    return looked.held
  }
  const stopping = new AbortController()
  const keepOn = async () => {
    while (!stopping.signal.aborted) {
      await pause(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (!stopping.signal.aborted)
        await write().catch((err) =>
          ctx.log.warn({ err }, 'the mark of this process was not written; it is tried again'),
        )
    }
  }
  const whole = keepOn()
  return {
    isHeld,
    mark: write,
    stop: () => {
      stopping.abort()
      return whole
    },
  }
}
const lookedAgainMs = 1_000

/** The reason to take this for another database than was written to last, as far as a start can tell; undefined: none. */
async function whyLost(db: Db, at: Place, kept: Mark | undefined): Promise<string | undefined> {
  if (kept && !(await hasMark(db, kept)))
    return 'the database lacks what was written last: the mark beside the master keys'
  const before = await newestPlace(db)
  if (!before || before.place === '' || at.place === '') return undefined
  if (before.place !== at.place) return 'the database is a copy on another server, or of another name'
  // A promoted replica that has the mark has lost nothing. Without a mark it is not known whether something is lost.
  if (before.timeline !== at.timeline && !kept)
    return 'the server has begun a new timeline, and there is no mark beside the master keys that says whether anything is lost'
  return undefined
}

/** The reason for the hold of work that falls due by itself; undefined: there is none. A row that was changed by hand holds it too. */
export async function whyHeld(db: Db): Promise<string | undefined> {
  const found = await readInstallation(db)
  if (!found) return undefined
  return found.isGenuine ? (found.row.held_because ?? undefined) : 'florin.installation was changed by hand'
}

export const isHeldIn = async (db: Db): Promise<boolean> => (await whyHeld(db)) !== undefined
