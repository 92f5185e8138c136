import type { Directory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What the use cases of this module work with. */
export type InvoicesContext = Writer & { clock: Clock; log: Log; directory: Directory }
