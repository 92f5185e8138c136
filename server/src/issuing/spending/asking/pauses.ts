import type { PartnerId } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Decision } from './read-decision.ts'

/**
 * A server that does not answer costs each payment the whole deadline. After so many questions in a row without an answer
 * the partner is not asked for a while, and the fallback decides at once.
 */
export type Pause = { failures: number; pausedUntil: Instant | null }
const failuresMax = 5
const pauseFor = Temporal.Duration.from({ minutes: 1 })

export async function findPause(db: Reader, partnerId: PartnerId): Promise<Pause> {
  const row = await db.read
    .selectFrom('spending.question_pauses')
    .select(['failures', 'paused_until as pausedUntil'])
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row ?? { failures: 0, pausedUntil: null }
}

export const isPaused = ({ pausedUntil }: Pause, now: Instant): boolean =>
  pausedUntil !== null && Temporal.Instant.compare(now, pausedUntil) < 0

/**
 * What the end of a question changes. Several at once may count as one: it is enough that a silent server is noticed.
 * After the pause the first question without an answer begins another.
 */
export function pauseWrites(
  now: Instant,
  partnerId: PartnerId,
  { before, outcome }: { before: Pause; outcome: Decision['outcome'] },
): Write[] {
  const isFailure = outcome === 'timeout' || outcome === 'unreachable'
  if (outcome === 'notAsked' || (!isFailure && before.failures === 0)) return []
  const failures = isFailure ? Math.min(before.failures + 1, failuresMax) : 0
  const row = {
    partner_id: partnerId,
    failures,
    paused_until: failures === failuresMax ? now.add(pauseFor) : null,
  }
  return [
    insert('spending.question_pauses', row, {
      orElse: { conflict: ['partner_id'], set: ['failures', 'paused_until'] },
    }),
  ]
}
