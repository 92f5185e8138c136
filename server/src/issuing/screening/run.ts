import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { RunId } from './ids.ts'

/** The comparison of everybody with the current lists. */
export type Run = {
  id: RunId
  cause: 'list' | 'asked'
  afterHolder: string
  screened: number
  hits: number
  /** Those whose comparison has failed, and is made again before the run ends. */
  failed: readonly HolderId[]
  /** How many cannot be compared, because their facts do not open. */
  unreadable: number
  begunAt: Instant
  endedAt: Instant | null
  superseded: boolean
}
