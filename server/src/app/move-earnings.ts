import { setTimeout as pause } from 'node:timers/promises'
import { moveClosedEarnings } from '#acquiring/merchant-payouts'
import { beginPending, earningsToMove, moveEarnings, pendingSince } from '#acquiring/payments'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, type Writer } from '#kernel/db/commit/commit.ts'
import { olderPrograms } from '#kernel/db/program-names.ts'
import type { Log } from '#kernel/telemetry/log.ts'

export type MovingContext = Writer & { clock: Clock; log: Log }

/** The result of a look: what merchants have earned is where it waits, or these programs of an older version are connected. */
export type Moving = 'done' | { older: readonly string[] }

/**
 * Lets what merchants earn wait on an account of its own, once no program of a version is connected that does not know it, and
 * moves there what was earned before and is not available yet. Payouts to merchants wait for it. It may be stopped anywhere and
 * begun again, and several processes may do it at once.
 */
export async function moveOlderEarnings(ctx: MovingContext, url: string): Promise<Moving> {
  if (!(await pendingSince(ctx.db))) {
    const older = await olderPrograms(ctx.db, url)
    if (older.length > 0) return { older }
    const now = ctx.clock.now()
    await commit(ctx, now, [beginPending(now)], 'move-earnings')
  }
  for (;;) {
    const ids = await earningsToMove(ctx.db, pageSize)
    if (ids.length === 0) break
    await moveEarnings(ctx, ids)
  }
  await moveClosedEarnings(ctx)
  return 'done'
}
const pageSize = 500

/**
 * Looks now and every `everyMs` milliseconds until two looks have found all of it moved, or it is stopped: a payment may be captured
 * as before at the moment of the first. An older version that is still connected is named in the log when it is seen first.
 */
export function startMovingEarnings(
  ctx: MovingContext,
  { url, everyMs }: { url: string; everyMs: number },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const keepOn = async () => {
    let [named, looks] = ['', 0]
    while (!stopping.signal.aborted && looks < looksMin) {
      try {
        const found = await moveOlderEarnings(ctx, url)
        if (found === 'done') looks++
        else if (found.older.join(', ') !== named) {
          named = found.older.join(', ')
          ctx.log.info(
            { older: named },
            'earnings: payouts to merchants wait until no program of the older version is connected',
          )
        }
      } catch (err) {
        ctx.log.error({ err }, 'earnings: what was earned before the update was not moved; it is tried again')
      }
      if (looks < looksMin)
        await pause(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const whole = keepOn()
  return {
    stop: () => {
      stopping.abort()
      return whole
    },
  }
}
const looksMin = 2
