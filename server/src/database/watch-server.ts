import { setTimeout as pause } from 'node:timers/promises'

export type Watch = {
  /** Undefined while the server runs; otherwise what an operator should know. */
  trouble(): string | undefined
  /** Looks at once, because somebody has seen the server end. */
  look(): void
  /** Ends the watch; a restart that is under way is finished first. */
  stop(): Promise<void>
}

export type Watched = {
  /** Whether it runs and accepts connections. */
  isUp(): Promise<boolean>
  /** Starts the server again at the address it had, or waits until it is up if somebody else has done so. */
  restart(): Promise<void>
  log: (message: string, facts?: object) => void
  /** What a test may shorten. */
  waits?: Waits
}

export type Waits = {
  /** Between two looks at a server that runs. */
  lookEveryMs: number
  /** Before the second try in a row; doubled for each further one. */
  retryMs: number
  retryMaxMs: number
  /** A server that lives this long after a restart has recovered: the next death is the first of its row. */
  recoveredAfterMs: number
}

const usualWaits: Waits = { lookEveryMs: 500, retryMs: 500, retryMaxMs: 30_000, recoveredAfterMs: 60_000 }

/**
 * Watches a server and starts it again when it has died: the first time at once, then with a wait that doubles, so that a
 * server which cannot live does not take the machine with it. It never gives up, since only a person could do more.
 */
export function watchServer({ isUp, restart, log, waits = usualWaits }: Watched): Watch {
  let ended = false
  let trouble: string | undefined
  let wake = () => {}
  const sleep = async (ms: number) => {
    const woken = new AbortController()
    wake = () => woken.abort()
    await pause(ms, undefined, { ref: false, signal: woken.signal }).catch(() => undefined)
  }
  const watching = (async () => {
    let restarts = 0
    let restartedAt = Number.NEGATIVE_INFINITY
    while (!ended) {
      if (trouble === undefined) await sleep(waits.lookEveryMs)
      if (ended) return
      if (await isUp().catch(() => false)) {
        trouble = undefined
        continue
      }
      if (performance.now() > restartedAt + waits.recoveredAfterMs) restarts = 0
      trouble ??= restarting
      if (restarts > 0) await sleep(Math.min(waits.retryMaxMs, waits.retryMs * 2 ** (restarts - 1)))
      if (ended) return
      restarts++
      try {
        log('the database server has ended; starting it again', { restarts })
        await restart()
        trouble = undefined
        log('database ready again', { restarts })
      } catch (error) {
        trouble = cannotStart
        log('the database server does not start', { restarts, reason: error instanceof Error ? error.message : error })
      }
      restartedAt = performance.now()
    }
  })()
  return {
    trouble: () => trouble,
    look: () => {
      trouble ??= restarting
      wake()
    },
    stop: () => {
      ended = true
      wake()
      return watching
    },
  }
}

const restarting = 'the embedded database has ended and is being started again'
const cannotStart = 'the embedded database has ended and does not start; the log says why, and starting is tried again'
