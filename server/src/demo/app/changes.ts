/** Pages that wait for a change of their customer, which a webhook brings. */
export function openChanges() {
  const waiting = new Map<string, Set<(isOpen: boolean) => void>>()
  return {
    announce: (customerId: string): void => {
      for (const wake of waiting.get(customerId) ?? []) wake(true)
    },
    /**
     * Resolves at the next change, or when nothing has changed for so long: it is time to look. It listens from the call on.
     * False: the server stops, and there is nothing to look at.
     */
    next: (customerId: string, withinMs: number): Promise<boolean> => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const listeners = waiting.get(customerId) ?? new Set()
      waiting.set(customerId, listeners.add(resolve))
      const timer = setTimeout(() => resolve(true), withinMs)
      return promise.finally(() => {
        clearTimeout(timer)
        listeners.delete(resolve)
        if (listeners.size === 0 && waiting.get(customerId) === listeners) waiting.delete(customerId)
      })
    },
    close: (): void => {
      for (const listeners of waiting.values()) for (const wake of listeners) wake(false)
    },
  }
}
export type Changes = ReturnType<typeof openChanges>
