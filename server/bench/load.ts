/** What a crowd did: samples of what was finished within `seconds`, after the crowd had warmed up. */
export type Crowd<T> = { samples: T[]; seconds: number }

/** So many clients, each beginning again as soon as it is done. The first failure ends everything and is thrown. */
export async function crowd<T>(
  work: () => Promise<T>,
  { clients, warmUpMs, ms }: { clients: number; warmUpMs: number; ms: number },
  around: { begin?(): void; end?(): void } = {},
): Promise<Crowd<T>> {
  const samples: T[] = []
  const opens = performance.now() + warmUpMs
  const closes = opens + ms
  let begun = 0
  const client = async () => {
    for (;;) {
      const sample = await work()
      const now = performance.now()
      if (now >= closes) return
      if (now < opens) continue
      if (begun === 0) {
        begun = now
        around.begin?.()
      } else samples.push(sample)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  around.end?.()
  return { samples, seconds: (closes - begun) / 1000 }
}
