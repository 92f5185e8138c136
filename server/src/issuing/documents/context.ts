import type { HolderId } from '#issuing/ids'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Write, Writer } from '#kernel/db/commit/commit.ts'
import type { RateLimiter } from '#kernel/http/rate-limit.ts'
import type { Verification } from './verification.ts'

/** What the use cases of this module work with. */
export type DocumentsContext = Writer & {
  clock: Clock
  keys: KeyRing
  limiter: RateLimiter
  /** Where browsers reach our pages, without a path. */
  publicUrl: string
  /** How long documents are kept after they have served. */
  documentsKept: Temporal.Duration
  /**
   * KYC, which uses this module: refuses when the holder's case is under review or approved, and returns what keeps it as
   * it is until the commit is done.
   */
  keepCorrectable(holderId: HolderId): Promise<readonly Write[]>
  /** The same of what is handed in, which is a step of the holder's case: with what follows for the case. */
  takeVerification(taken: TakenVerification): Promise<readonly Write[]>
}

/** What a holder hands in. */
export type TakenVerification = Pick<Verification, 'id' | 'holderId' | 'partnerId' | 'kind'> & {
  now: Instant
  fromWhere: string
}
