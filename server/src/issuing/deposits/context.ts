import type { Chains } from '#connectors/chain/registry.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What the use cases of this module work with. */
export type DepositsContext = Writer & {
  clock: Clock
  log: Log
  chains: Chains
  /** Staging: keys whose private keys everybody knows may be used, for coins that are worth nothing. */
  testMode: boolean
}
