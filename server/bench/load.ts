import { setTimeout as pause } from 'node:timers/promises'

/** The result of a load: samples of what was finished within `seconds`, after the warm-up. */
export type Load<T> = { samples: T[]; seconds: number }

/**
 * Runs so many clients, each of which begins again as soon as it is done. On a machine too busy for a sample of each in
 * time, it measures for longer. The first failure ends everything and is thrown.
 */
export async function runClients<T>(
  work: () => Promise<T>,
  { clients, warmUpMs, ms }: { clients: number; warmUpMs: number; ms: number },
  around: { begin?(): void; end?(): void } = {},
): Promise<Load<T>> {
  const samples: T[] = []
  const opens = performance.now() + warmUpMs
  const closes = opens + ms
  let [begun, ended] = [0, closes]
  const client = async () => {
    for (;;) {
      const sample = await work()
      const now = performance.now()
      if (now >= closes && samples.length >= clients) return
      if (now < opens) continue
      if (begun === 0) {
        begun = now
        around.begin?.()
        continue
      }
      samples.push(sample)
      ended = Math.max(ended, now)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  around.end?.()
  return { samples, seconds: (ended - begun) / 1000 }
}

/**
 * Begins so many a second, whether or not those before are done. A sample counts from the moment at which its work was due,
 * so that waiting is in it.
 */
export async function runPaced(
  work: () => Promise<unknown>,
  { perSecond, warmUpMs, ms }: { perSecond: number; warmUpMs: number; ms: number },
): Promise<Load<number>> {
  const samples: number[] = []
  const opened = performance.now()
  const underWay: Promise<unknown>[] = []
  const begin = async (due: number) => {
    await work()
    if (due >= opened + warmUpMs) samples.push(performance.now() - due)
  }
  for (let elapsed = 0; elapsed < warmUpMs + ms; elapsed = performance.now() - opened) {
    while (underWay.length < (elapsed * perSecond) / 1000)
      underWay.push(begin(opened + (underWay.length * 1000) / perSecond))
    await pause(1)
  }
  await Promise.all(underWay)
  return { samples, seconds: ms / 1000 }
}
