import type { Db } from '#kernel/db/db.ts'

/** Waits for what another process commits, by notices of the database. */
export type NoticeWaits = {
  /** Looks now, at each notice of this payload, and a last time when it has waited long enough. */
  until<T>(payload: string, look: () => Promise<T | undefined>): Promise<T | undefined>
  close(): Promise<void>
}

type Options = {
  channel: string
  waitMs: number
  /** More at once than these look by themselves, and do not wait. */
  most?: number
}

/** The first wait opens the connection that listens. */
export function openNoticeWaits(db: Db, { channel, waitMs, most = 10_000 }: Options): NoticeWaits {
  const waiting = new Map<string, Set<() => void>>()
  let listening: ReturnType<Db['listen']> | undefined
  let isClosed = false
  const wake = (payload: string) => {
    for (const again of waiting.get(payload) ?? []) again()
  }
  const listen = () => {
    // An empty notice: notices may have been missed.
    listening ??= db
      .listen(channel, (payload) => (payload === '' ? [...waiting.keys()].forEach(wake) : wake(payload)))
      .catch((error: unknown) => {
        // The next wait tries again.
        listening = undefined
        throw error
      })
    return listening
  }
  return {
    until: async (payload, look) => {
      if (waiting.size >= most) return look()
      let woken = Promise.withResolvers<void>()
      let isLate = false
      const again = () => woken.resolve()
      const own = waiting.get(payload) ?? new Set()
      waiting.set(payload, own.add(again))
      const timer = setTimeout(() => {
        isLate = true
        again()
      }, waitMs)
      try {
        await listen()
        for (;;) {
          // Before the look, so that a notice that comes during it leads to another one.
          woken = Promise.withResolvers<void>()
          const found = await look()
          if (found !== undefined || isLate || isClosed) return found
          await woken.promise
        }
      } finally {
        clearTimeout(timer)
        own.delete(again)
        if (own.size === 0) waiting.delete(payload)
      }
    },
    close: async () => {
      isClosed = true
      for (const payload of waiting.keys()) wake(payload)
      await (await listening)?.stop()
    },
  }
}
