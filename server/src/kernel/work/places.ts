/**
 * Lets at most `most` pieces of work of one owner run at the same time. The others wait, first come, first served; no
 * owner waits for another.
 */
export function openPlaces<Owner>(most: number): <T>(owner: Owner, work: () => Promise<T>) => Promise<T> {
  const owners = new Map<Owner, { running: number; waiting: (() => void)[] }>()
  return async (owner, work) => {
    const places = owners.getOrInsertComputed(owner, () => ({ running: 0, waiting: [] }))
    if (places.running < most) places.running++
    else await new Promise<void>((turn) => places.waiting.push(turn))
    try {
      return await work()
    } finally {
      // The place goes to the next in the queue, so that none who comes now overtakes.
      const next = places.waiting.shift()
      if (next) next()
      else if (--places.running === 0) owners.delete(owner)
    }
  }
}
