import { AsyncLocalStorage } from 'node:async_hooks'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { DbObserver } from '#kernel/db/observer.ts'
import type { AppParts } from '../../src/app/compose.ts'
import type { Config } from '../../src/app/config.ts'
import type { WorldHttp } from './world-http.ts'

/**
 * The commit after which the process of a request dies: as soon as it is made, or just before the next one is sent, with
 * everything between them done. The reply is kept by a commit of its own.
 */
export type Death = { after: number; at: 'once' | 'next commit' }
type Request = { dies: Death | 'before its reply is kept'; commits: number; isDead: boolean }

/** Requests whose process dies, in a world whose other requests live on. */
export type Deaths = {
  explain: AppParts['explain']
  observing(observer: DbObserver): DbObserver
  /** Sends a request that dies so; undefined when it had too few commits for that. */
  dying(death: Request['dies'], send: () => Promise<unknown>): Promise<boolean>
}

export function openDeaths(): Deaths {
  const requests = new AsyncLocalStorage<Request>()
  const die = (request: Request): never => {
    request.isDead = true
    throw new Error(death)
  }
  return {
    explain: (useCase) => {
      const request = requests.getStore()
      if (!request) return
      const { dies, commits } = request
      const isNow =
        dies === 'before its reply is kept'
          ? useCase === 'idempotency'
          : dies.at === 'next commit' && commits === dies.after
      if (request.isDead || isNow) die(request)
    },
    observing: (observer) => ({
      ...observer,
      committed: (writes, now) => {
        observer.committed(writes, now)
        const request = requests.getStore()
        if (!request) return
        request.commits++
        const { dies, commits } = request
        if (dies !== 'before its reply is kept' && dies.at === 'once' && commits === dies.after) die(request)
      },
    }),
    dying: async (dies, send) => {
      const request: Request = { dies, commits: 0, isDead: false }
      await requests.run(request, send)
      return request.isDead
    },
  }
}

const death = 'the process of this request dies here'
/** A line of the log that a dead process would not have written. */
export const isDeath = (line: string): boolean => line.includes(death)

/** With one commit done of several; where it has one, before its reply is kept. */
export const afterTheFirst: Death = { after: 1, at: 'next commit' }

/**
 * A client whose every request with an effect loses its reply with its process, and is sent again with the same key. In a
 * story the reply to the repeated request counts, so it passes only where that is what is so.
 */
export function losingReplies(
  { dying }: Deaths,
  config: Config,
  { inject, dies }: { inject: WorldHttp['inject']; dies: Request['dies'] },
): WorldHttp['inject'] {
  let keys = 0
  return async (input) => {
    const request = typeof input === 'string' ? { url: input } : input
    if (!changes(request)) return inject(request)
    const keyed = { ...request, headers: { 'idempotency-key': `lost-${++keys}`, ...request.headers } }
    let first: LightMyRequestResponse | undefined
    const isDead = await dying(dies, async () => {
      first = await inject(keyed)
    })
    if (!isDead) return first!
    const again = await withoutPatience(config, () => inject(keyed))
    delete again.headers['idempotent-replayed']
    return again
  }
}

const changes = ({ method = 'GET' }: InjectOptions): boolean => method.toUpperCase() !== 'GET'

/** Nobody waits for the reply of a process that is dead. */
export async function withoutPatience<T>(config: Config, send: () => Promise<T>): Promise<T> {
  const { replyWithinMs } = config
  config.replyWithinMs = 20
  try {
    return await send()
  } finally {
    config.replyWithinMs = replyWithinMs
  }
}
