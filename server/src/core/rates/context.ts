import type { RatesProvider } from '#connectors/rates/port.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'

export type RatesContext = Writer & {
  clock: Clock
  /** Undefined: rates are set by hand alone. */
  ratesProvider: RatesProvider | undefined
}

/** How old a rate may be: after that it is not used. */
export type RatesAge = { currencies: Temporal.Duration; coins: Temporal.Duration }
