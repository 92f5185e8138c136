import type { FastifyInstance } from 'fastify'
import { type Acquirer, NoAnswer } from '#connectors/acquirer/acquirer.ts'
import type { Clock } from '#kernel/clock.ts'
import { readConfig } from '#kernel/config.ts'
import { openLog } from '#kernel/log.ts'
import { type App, openApp } from '../../src/app.ts'
import { openHttp } from '../../src/surfaces/http.ts'

/**
 * One instance of the whole program. It can be killed: from then on nothing that it was doing reaches the database, as if
 * the machine had lost its power; what it had committed and asked before stays committed and asked.
 */
export type Process = {
  app: App
  http: FastifyInstance
  isDoomed(): boolean
  /** What it logged of errors. */
  errors: readonly string[]
  /** It will be killed at its next ask of the acquirer, just before the ask leaves or just after the answer came. */
  doom(when: 'before the ask' | 'after the answer'): { reached: Promise<void> }
  /** Kills it, and waits until its remains have come to an end. */
  kill(doing?: Promise<unknown>): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
}

export type ProcessParts = { databaseUrl: string; clock: Clock; keys: string; acquirer: Acquirer }

export async function openProcess({ databaseUrl, clock, keys, acquirer }: ProcessParts): Promise<Process> {
  const errors: string[] = []
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    FLORIN_KEYS: keys,
    FLORIN_DATABASE_CONNECTIONS: '12',
    FLORIN_ACQUIRER_TIMEOUT_MS: '20000',
    FLORIN_NOTIFICATION_TIMEOUT_MS: '5000',
  })
  const mortal = mortalLine(acquirer)
  const log = openLog({ level: 'error', to: { write: (line) => void errors.push(line) } })
  const app = await openApp({
    config,
    log,
    databaseUrl,
    publicUrl: 'http://florin.test',
    clock,
    acquirer: () => mortal.line,
  })
  const http = await openHttp(app, undefined)
  let doomed = false
  const stop = async () => {
    await http.close()
    await app.close()
  }
  return {
    app,
    http,
    errors,
    stop,
    isDoomed: () => doomed,
    doom: (when) => {
      doomed = true
      return { reached: mortal.holdNext(when) }
    },
    kill: async (doing) => {
      doomed = true
      // Closing twice is refused, and once is enough.
      await app.db.close().catch(() => undefined)
      mortal.cut()
      await doing?.catch(() => undefined)
      await stop().catch(() => undefined)
    },
  }
}

/** The line of a process that can die at it: an ask is held at the moment of death, and never comes back. */
function mortalLine(inner: Acquirer) {
  const reached = Promise.withResolvers<void>()
  const death = Promise.withResolvers<never>()
  death.promise.catch(() => undefined)
  let holds: 'before the ask' | 'after the answer' | undefined
  const through = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (holds === undefined) return ask()
    if (holds === 'after the answer') await ask().catch(() => undefined)
    reached.resolve()
    return death.promise
  }
  const line: Acquirer = {
    authorize: (ask) => through(() => inner.authorize(ask)),
    proceed: (ask) => through(() => inner.proceed(ask)),
    follow: (ask) => through(() => inner.follow(ask)),
    whatBecameOf: (key) => through(() => inner.whatBecameOf(key)),
  }
  return {
    line,
    holdNext: (when: typeof holds): Promise<void> => {
      holds = when
      return reached.promise
    },
    cut: () => {
      holds ??= 'before the ask'
      death.reject(new NoAnswer('the process has died'))
    },
  }
}
