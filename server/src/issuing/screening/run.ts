import type { Instant } from '#kernel/base/clock.ts'
import type { RunId } from './ids.ts'

/** The comparison of everybody with the current lists. */
export type Run = {
  id: RunId
  cause: 'list' | 'asked'
  afterHolder: string
  screened: number
  hits: number
  begunAt: Instant
  endedAt: Instant | null
  superseded: boolean
}
