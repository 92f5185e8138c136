import type { IdentityProvider } from '#connectors/identity/port.ts'
import type { ScreeningContext } from '#issuing/screening'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { RateLimiter } from '#kernel/http/rate-limit.ts'

/** What the use cases of this module work with. */
export type KycContext = Writer &
  Pick<ScreeningContext, 'log' | 'screener'> & {
    clock: Clock
    keys: KeyRing
    limiter: RateLimiter
    /** Behind `withTimeout`. */
    identity: IdentityProvider
  }
