import { AsyncLocalStorage } from 'node:async_hooks'

const ends = new AsyncLocalStorage<number>()

/** Runs `work`, for which somebody waits: a client or a browser, who gets a reply after at most so long. */
export const replyingWithin = <T>(ms: number, work: () => T): T => ends.run(performance.now() + ms, work)

/**
 * The milliseconds until a reply has to be given, by the machine's own time; zero when it is overdue. Undefined where
 * no reply is waited for, as in a worker.
 */
export function replyTimeLeft(): number | undefined {
  const end = ends.getStore()
  return end === undefined ? undefined : Math.max(0, end - performance.now())
}
