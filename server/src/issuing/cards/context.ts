import type { IssuerVault } from '#core/issuervault'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { RateLimiter } from '#kernel/http/rate-limit.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What the use cases of this module work with. */
export type CardsContext = Writer & {
  clock: Clock
  keys: KeyRing
  log: Log
  limiter: RateLimiter
  issuerVault: IssuerVault
  /** Where browsers reach our pages, without a path. */
  publicUrl: string
}
