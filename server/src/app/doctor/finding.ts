/**
 * `wrong`: production must not run like this. `warning`: it can, and somebody will regret it. `unknown`: it could not be
 * looked at, and `says` tells why.
 */
export type FindingState = 'ok' | 'warning' | 'wrong' | 'unknown'

/** What one check has found: a sentence of facts, and what to do unless all is well. */
export type Finding = { about: string; state: FindingState; says: string; todo?: string }

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says })

export const wrong = (about: string, says: string, todo: string): Finding => ({ about, state: 'wrong', says, todo })

export const warning = (about: string, says: string, todo: string): Finding => ({ about, state: 'warning', says, todo })

/** What could not be looked at. */
export const unknown = (about: string, says: string, todo?: string): Finding => ({
  about,
  state: 'unknown',
  says,
  ...(todo !== undefined && { todo }),
})

/** The message of an error, or of the first of several: a host with several addresses fails at each. */
export function textOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error)) return String(first)
  const { cause } = first
  return cause instanceof Error && first.message === 'fetch failed' ? textOf(cause) : first.message
}
