import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<{ wrote: boolean }>()

/** Runs `work`, a request of somebody, and remembers whether it has written anything. */
export const rememberingWrites = <T>(work: () => T): T => scope.run({ wrote: false }, work)

/** For `commit`: something was written. */
export function rememberWrite(): void {
  const request = scope.getStore()
  if (request) request.wrote = true
}

/** Whether the request under way has written something, so that to make it again could do it twice. */
export const hasWritten = (): boolean => scope.getStore()?.wrote === true
