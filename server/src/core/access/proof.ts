import type { Clock } from '#kernel/base/clock.ts'
import { refuse } from './refusals.ts'
import type { StaffCaller } from './staff.ts'

/** So long a person need not prove again to be there. */
const proofLifetime = Temporal.Duration.from({ minutes: 5 })

/**
 * Refuses what reveals secrets, gives access or opens a way to money, unless the person proved to be there within five
 * minutes. A program's token is not asked: nobody sits in front of it, and what it may do was decided, with a proof, when
 * it was made.
 */
export function requireRecentProof({ via }: Pick<StaffCaller, 'via'>, clock: Clock): void {
  if (via.kind === 'token') return
  if (Temporal.Instant.compare(via.authenticatedAt.add(proofLifetime), clock.wall()) < 0) throw refuse('proof_required')
}
