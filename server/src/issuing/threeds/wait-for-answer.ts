import type { Db } from '#kernel/db/db.ts'
import { type ChallengeId, isOver } from './challenge.ts'
import { findChallenge } from './store.ts'

/** Waits for holders to answer, whichever process they answer at. */
export type AnswerWaits = {
  /** Until the challenge is over, but not long: whether it is. */
  wait(id: ChallengeId): Promise<boolean>
  close(): Promise<void>
}

/** The first wait opens the connection that listens. */
export function openAnswerWaits(db: Db): AnswerWaits {
  const waiting = new Map<string, Set<() => void>>()
  let listening: ReturnType<Db['listen']> | undefined
  const wake = (id: string) => {
    for (const resolve of waiting.get(id) ?? []) resolve()
  }
  const listen = () => {
    // An empty notice: notices may have been missed.
    listening ??= db.listen('threeds', (id) => (id === '' ? [...waiting.keys()].forEach(wake) : wake(id)))
    return listening
  }
  return {
    wait: async (id) => {
      if (waiting.size >= waitingMax) return isAnswered(db, id)
      const woken = Promise.withResolvers<void>()
      const own = waiting.get(id) ?? new Set()
      waiting.set(id, own.add(woken.resolve))
      const timer = setTimeout(woken.resolve, waitMs)
      try {
        await listen()
        if (!(await isAnswered(db, id))) await woken.promise
        return await isAnswered(db, id)
      } finally {
        clearTimeout(timer)
        own.delete(woken.resolve)
        if (own.size === 0) waiting.delete(id)
      }
    },
    close: async () => {
      for (const id of waiting.keys()) wake(id)
      await (await listening)?.stop()
    },
  }
}
/** Less than proxies cut silent connections after; the browser comes again by itself. */
const waitMs = 20_000
/** More pages than these look by themselves. */
const waitingMax = 10_000

async function isAnswered(db: Db, id: ChallengeId): Promise<boolean> {
  const challenge = await findChallenge(db, id)
  return !challenge || isOver(challenge)
}
