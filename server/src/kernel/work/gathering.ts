/** A piece of work that waits once, in its middle, for the others that are nearly as far. */
type Meeting = { allHere(): Promise<void> }

/**
 * Lets pieces of work that arrive at the same point at nearly the same time go on in the same moment, so that what they
 * then ask of the database is one statement. Each waits until all that are under way have arrived, and `ms` milliseconds
 * at most; so one that is alone does not wait.
 */
export function openGathering(ms: number): { take<T>(work: (meeting: Meeting) => Promise<T>): Promise<T> } {
  let coming = 0
  let waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const goOn = () => {
    clearTimeout(timer)
    timer = undefined
    const all = waiting
    waiting = []
    for (const resolve of all) resolve()
  }
  const comes = () => {
    let hasArrived = false
    coming++
    return () => {
      if (hasArrived) return
      hasArrived = true
      coming--
      if (coming === 0) goOn()
      else if (waiting.length > 0) timer ??= setTimeout(goOn, ms)
    }
  }
  return {
    take: async (work) => {
      const arrive = comes()
      const allHere = () =>
        new Promise<void>((resolve) => {
          waiting.push(resolve)
          arrive()
        })
      return work({ allHere }).finally(arrive)
    },
  }
}
