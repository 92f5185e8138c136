import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** Runs `work` as inside an open transaction: until it is done, calls to the outside throw. */
export const inTransaction = <T>(name: string, work: () => Promise<T>): Promise<T> => scope.run(name, work)

/** Runs `work` as outside: its calls and commits are its own, and a rollback of the transaction around it undoes none. */
export const outsideTransaction = <T>(work: () => Promise<T>): Promise<T> => scope.exit(work)

/**
 * For every call that leaves this process: to an acquirer, a mail server, a store. A transaction that waits for such a
 * call holds its locks for as long as the other side takes, and cannot roll back its effects, so this is a bug and
 * throws. A commit on another connection is one too: it stays when the decision is rolled back, or is late.
 */
export function assertOutsideTransaction(what: string): void {
  const name = scope.getStore()
  if (name !== undefined)
    throw new Error(`${what} is called inside the transaction of ${name}; call it after the commit`)
}
