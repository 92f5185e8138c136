import { nextTurn } from '#kernel/base/next-turn.ts'

/**
 * Waits until a body may be parsed. Small ones may at once; of large ones each turn of the event loop parses one, so that
 * however many arrive at the same moment, over however many connections, others wait for one of them and not for all.
 */
export async function turnToParse(bytes: number): Promise<void> {
  if (bytes < largeBytes) return
  const own = last.then(nextTurn)
  last = own
  await own
}
/** Parsing so much takes about a millisecond. */
const largeBytes = 16_384

let last: Promise<void> = Promise.resolve()
