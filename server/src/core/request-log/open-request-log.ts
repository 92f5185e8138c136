import type { Clock } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { isolateFailures } from '#kernel/db/isolate-failures.ts'
import { isSharedFailure } from '#kernel/db/shared-failure.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { type AnsweredRequest, type KeptRequest, keptOf } from './kept-request.ts'
import { addRequests, deleteOldest } from './store.ts'

/**
 * Keeps the requests of merchants' and partners' programs for a while, for the developers who look for one. They wait in
 * memory and are written many at a time by no request of theirs; what waits is lost if the process dies.
 */
export type RequestLog = {
  /** Whether anything is kept in this installation. */
  readonly isOn: boolean
  /** Masks a request and lets it wait. Never throws and never waits. */
  keep(request: AnsweredRequest): void
  /** Writes what waits. While the database takes nothing it goes on waiting; one request that it refuses is dropped. */
  flush(): Promise<void>
  /** Deletes what is older than it is kept for. */
  deleteOld(): Promise<void>
  /** Writes what waits, and nothing after it. */
  close(): Promise<void>
}

export type RequestLogParts = {
  db: Reader
  clock: Clock
  log: Log
  /** How long a request is kept; undefined: none is. */
  kept: Temporal.Duration | undefined
  /** How long requests wait at most; `Infinity`: until `flush`, and those that wait at the end are not written. */
  everyMs: number
}

/** Enough for some seconds of a database that does not answer. */
const waitingMax = 5_000
const charactersMax = 16_000_000
const batchMax = 500
const deletedAtOnce = 2_000
/** Within one run of the task, which is due again in an hour. */
const deletionsMax = 500

const notKept = 'a request cannot be written to the request log and is not kept'

export function openRequestLog({ db, clock, log, kept, everyMs }: RequestLogParts): RequestLog {
  const waiting = new WaitingRequests()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.take(batchMax)
      const written = await isolateFailures(batch, async (some) => {
        await addRequests(db, some)
        return some
      })
      const failed = written.flatMap((one, nth) =>
        one.status === 'rejected' ? [{ request: batch[nth]!, reason: one.reason }] : [],
      )
      const later = failed.filter(({ reason }) => isSharedFailure(reason))
      for (const { request, reason } of failed)
        if (!isSharedFailure(reason)) log.error({ err: reason, requestId: request.requestId }, notKept)
      if (later.length === 0) continue
      waiting.putBack(later.map(({ request }) => request))
      log.warn({ err: later[0]!.reason, waiting: waiting.length }, 'requests could not be written to the request log')
      break
    }
    const dropped = waiting.takeDropped()
    if (dropped > 0) log.warn({ dropped }, 'more requests came than could be written: the oldest are not in the log')
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing ??= write().finally(() => {
      writing = undefined
      if (waiting.length > 0) arm()
    })
    return writing
  }
  const arm = () => {
    if (everyMs !== Number.POSITIVE_INFINITY) timer ??= setTimeout(() => void flush(), everyMs).unref()
  }
  return {
    isOn: kept !== undefined,
    keep: (request) => {
      try {
        waiting.add(keptOf(request))
      } catch (error) {
        log.error({ err: error, requestId: request.requestId }, 'a request could not be masked and is not kept')
        return
      }
      arm()
    },
    flush,
    deleteOld: async () => {
      const before = kept ? clock.now().toZonedDateTimeISO('UTC').subtract(kept).toInstant() : clock.now()
      for (let times = 0; times < deletionsMax; times++)
        if ((await deleteOldest(db, before, deletedAtOnce)) < deletedAtOnce) return
    },
    close: async () => {
      if (everyMs === Number.POSITIVE_INFINITY) return
      await flush()
      // What came while that was under way, and no second try for what cannot be written.
      await flush()
      clearTimeout(timer)
    },
  }
}

/** The newest so many; those before them are dropped and counted. */
class WaitingRequests {
  #requests: KeptRequest[] = []
  #characters = 0
  #dropped = 0

  get length(): number {
    return this.#requests.length
  }

  add(request: KeptRequest): void {
    this.#requests.push(request)
    this.#characters += sizeOf(request)
    this.#dropOldest()
  }

  take(most: number): KeptRequest[] {
    const taken = this.#requests.splice(0, most)
    for (const request of taken) this.#characters -= sizeOf(request)
    return taken
  }

  putBack(requests: readonly KeptRequest[]): void {
    this.#requests.unshift(...requests)
    for (const request of requests) this.#characters += sizeOf(request)
    this.#dropOldest()
  }

  takeDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }

  #dropOldest(): void {
    while (this.#requests.length > waitingMax || this.#characters > charactersMax) {
      this.#characters -= sizeOf(this.#requests.shift()!)
      this.#dropped++
    }
  }
}

const sizeOf = ({ path, body = '', reply = '' }: KeptRequest): number => path.length + body.length + reply.length + 200
