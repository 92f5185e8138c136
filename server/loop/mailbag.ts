/** What arrives from elsewhere, until somebody takes it. */
export type Mailbag<T> = {
  put(item: T): void
  /** The oldest that fits and was not taken yet; waits for it. Throws when it does not come. */
  take(what: string, fits: (item: T) => boolean): Promise<T>
  /** All that was not taken yet. */
  takeRest(): readonly T[]
}

const patienceMs = 30_000

export function openMailbag<T>(describe: (item: T) => string): Mailbag<T> {
  const items: T[] = []
  let arrived = Promise.withResolvers<void>()
  const find = (fits: (item: T) => boolean): T | undefined => {
    const index = items.findIndex(fits)
    return index < 0 ? undefined : items.splice(index, 1)[0]
  }
  return {
    put: (item) => {
      items.push(item)
      arrived.resolve()
      arrived = Promise.withResolvers()
    },
    take: async (what, fits) => {
      const late = AbortSignal.timeout(patienceMs)
      const lateness = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()))
      for (;;) {
        const found = find(fits)
        if (found !== undefined) return found
        if (late.aborted)
          throw new Error(`${what} did not come. What came: ${items.map(describe).join('; ') || 'nothing'}`)
        await Promise.race([arrived.promise, lateness])
      }
    },
    takeRest: () => items.splice(0),
  }
}
