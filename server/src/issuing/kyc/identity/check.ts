import type { Instant } from '#kernel/base/clock.ts'
import type { CaseId, CheckId } from '../ids.ts'

/**
 * A request to the identity provider: `waiting` until it has a result, or `withdrawn` because persons were quicker.
 * `review`: persons decide.
 */
export type CheckStatus = 'waiting' | 'approved' | 'rejected' | 'review' | 'withdrawn'

/** Why persons decide: the provider wants it, or approved somebody whom no machine may approve. */
export const personsDecide = ['provider', 'politically_exposed', 'screening_hit'] as const
export type PersonsDecide = (typeof personsDecide)[number]

export type Check = {
  id: CheckId
  version: number
  caseId: CaseId
  key: string
  status: CheckStatus
  attempts: number
  createdAt: Instant
}
