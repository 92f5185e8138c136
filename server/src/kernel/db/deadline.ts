/** The deadline has passed. Nothing was written. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout'
}

/** Calls `pass` after `ms` milliseconds, unless the function that it returns is called before. */
export type Timer = (pass: () => void, ms: number) => () => void

export type Deadline = {
  /** Rejects with `LockTimeout` when the time is over. */
  passed: Promise<never>
  /** Throws when the time is over, or the transaction is. */
  check(): void
  end(): void
}

const wallTimer: Timer = (pass, ms) => {
  const timer = setTimeout(pass, ms)
  return () => clearTimeout(timer)
}

export function openDeadline(name: string, deadlineMs: number, timer: Timer = wallTimer): Deadline {
  const { promise: passed, reject } = Promise.withResolvers<never>()
  // It may be rejected before anybody waits for it.
  passed.catch(() => undefined)
  let over: Error | undefined
  const cancel = timer(() => {
    over ??= new LockTimeout(`${name} took more than ${deadlineMs} ms`)
    reject(over)
  }, deadlineMs)
  return {
    passed,
    check: () => {
      if (over) throw over
    },
    end: () => {
      cancel()
      over ??= new Error(`the transaction of ${name} has ended`)
    },
  }
}
