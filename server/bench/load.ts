/** What a crowd did: samples of what was finished within `seconds`, after the crowd had warmed up. */
export type Crowd<T> = { samples: T[]; seconds: number }

/**
 * So many clients, each beginning again as soon as it is done. On a machine that is too busy to give a sample for each of
 * them in time, they are watched for longer. The first failure ends everything and is thrown.
 */
export async function crowd<T>(
  work: () => Promise<T>,
  { clients, warmUpMs, ms }: { clients: number; warmUpMs: number; ms: number },
  around: { begin?(): void; end?(): void } = {},
): Promise<Crowd<T>> {
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
