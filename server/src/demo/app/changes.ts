/** Pages that wait for a change of their customer, which a webhook brings. */
export function openChanges() {
  const waiting = new Map<string, Set<() => void>>()
  return {
    announce: (customerId: string): void => {
      for (const wake of waiting.get(customerId) ?? []) wake()
    },
    /** Resolves at the next change, or when nothing has changed for so long. It listens from the call on. */
    next: (customerId: string, withinMs: number): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const listeners = waiting.get(customerId) ?? new Set()
      waiting.set(customerId, listeners.add(resolve))
      const timer = setTimeout(resolve, withinMs)
      return promise.finally(() => {
        clearTimeout(timer)
        listeners.delete(resolve)
        if (listeners.size === 0 && waiting.get(customerId) === listeners) waiting.delete(customerId)
      })
    },
    /** Nobody waits any longer: the server stops. */
    close: (): void => {
      for (const listeners of waiting.values()) for (const wake of listeners) wake()
    },
  }
}
export type Changes = ReturnType<typeof openChanges>
