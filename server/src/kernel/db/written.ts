import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<{ wrote: boolean }>()

/** Runs `work`, a request of somebody, and remembers whether it has written anything. */
export const rememberingWrites = <T>(work: () => T): T => scope.run({ wrote: false }, work)

/**
 * Runs `work` for several requests together, in the context of none of them: `wrote` says whether it has written, and who asks
 * tells it to those whose writes they were.
 */
export async function noticingWrites<T>(
  work: () => Promise<T>,
): Promise<{ ended: PromiseSettledResult<T>; wrote: boolean }> {
  const together = { wrote: false }
  const [ended] = await scope.run(together, () => Promise.allSettled([new Promise<T>((resolve) => resolve(work()))]))
  return { ended, wrote: together.wrote }
}

/** For `commit`: something was written. */
export function rememberWrite(): void {
  const request = scope.getStore()
  if (request) request.wrote = true
}

const committedKeys = new WeakSet<object>()

/** For `commit`: these writes, which begin an idempotency key, were carried out. */
export const rememberKey = (write: object): void => void committedKeys.add(write)

/** Whether this very write was carried out, in whichever commit. */
export const isCommitted = (write: object): boolean => committedKeys.has(write)

/** Whether the request under way has written something, so that to make it again could do it twice. */
export const hasWritten = (): boolean => scope.getStore()?.wrote === true
