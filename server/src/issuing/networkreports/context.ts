import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'

/** What the use cases of this module work with. */
export type ReportsContext = Writer & { clock: Clock }
