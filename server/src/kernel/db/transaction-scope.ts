import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Runs `work` as inside an open transaction: until it is done, calls to the outside throw. */
export const inTransaction = <T>(name: string, work: () => Promise<T>): Promise<T> => scope.run(name, work)

/**
 * For whatever leaves this process: an acquirer, a mail server, a store. A transaction that waits for somebody else holds
 * its locks for as long as they please, and cannot undo what they did, so that is a bug and throws.
 */
export function assertOutsideTransaction(what: string): void {
  const name = scope.getStore()
  if (name !== undefined)
    throw new Error(`${what} is called inside the transaction of ${name}; call it after the commit`)
}
