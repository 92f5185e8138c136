import { refusals } from '#kernel/base/refusal.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { hashPassword, passwordMatches, unknownUserHash } from './password.ts'

/** Hashes and compares passwords, a few at a time: each takes 19 MiB and tens of milliseconds of a processor. */
export type Passwords = {
  hash(password: Secret<string>): Promise<string>
  /** Without a hash, since the user is unknown or has none, costs as much and never matches. */
  matches(unchecked: Secret<string>, phc: string | undefined): Promise<boolean>
}

const refuse = refusals({
  too_many_logins: ['limit', 'Too many people log in at this moment. Wait {retryAfterSeconds} second and try again.'],
})

/** `atOnce` are hashed at the same time, `waitingMax` wait for their turn, and beyond them a caller is refused. */
export function openPasswords({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Passwords {
  const waiting: (() => void)[] = []
  let running = 0
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (waiting.length < waitingMax) await new Promise<void>((turn) => waiting.push(turn))
    else throw refuse('too_many_logins', { retryAfterSeconds: 1 })
    try {
      return await work()
    } finally {
      // The place goes to the next in the queue, so that nobody who comes now overtakes.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  return {
    hash: (password) => inTurn(() => hashPassword(password)),
    matches: (unchecked, phc) => inTurn(() => passwordMatches(unchecked, phc ?? unknownUserHash)),
  }
}
