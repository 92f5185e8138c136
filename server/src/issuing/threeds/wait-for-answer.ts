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
  let isClosed = false
  const wake = (id: string) => {
    for (const look of waiting.get(id) ?? []) look()
  }
  const listen = () => {
    // An empty notice: notices may have been missed.
    listening ??= db
      .listen('threeds', (id) => (id === '' ? [...waiting.keys()].forEach(wake) : wake(id)))
      .catch((error: unknown) => {
        // The next wait tries again.
        listening = undefined
        throw error
      })
    return listening
  }
  return {
    wait: async (id) => {
      if (waiting.size >= waitingMax) return isAnswered(db, id)
      let woken = Promise.withResolvers<void>()
      let isLate = false
      const look = () => woken.resolve()
      const own = waiting.get(id) ?? new Set()
      waiting.set(id, own.add(look))
      const timer = setTimeout(() => {
        isLate = true
        look()
      }, waitMs)
      try {
        await listen()
        for (;;) {
          // Before the look, so that a notice that comes during it leads to another one.
          woken = Promise.withResolvers<void>()
          if (await isAnswered(db, id)) return true
          if (isLate || isClosed) return false
          await woken.promise
        }
      } finally {
        clearTimeout(timer)
        own.delete(look)
        if (own.size === 0) waiting.delete(id)
      }
    },
    close: async () => {
      isClosed = true
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
