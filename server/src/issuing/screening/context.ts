import type { Approvals } from '#core/access'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Screener } from './screener.ts'

/** What the use cases of this module work with. */
export type ScreeningContext = Writer & { clock: Clock; keys: KeyRing; log: Log; screener: Screener }

/** Deciding may need a second person. */
export type DecidingContext = ScreeningContext & { approvals: Approvals }
