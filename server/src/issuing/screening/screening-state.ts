import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { guard, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Hit } from './hit.ts'
import { findPerson, hitsOf } from './store.ts'

/** What screening says about a customer. */
export type ScreeningState = {
  /** Undefined: never. */
  screenedAt: Instant | undefined
  /** A customer who has any is not approved. */
  open: readonly Hit[]
  /** A customer who has any is rejected. */
  trueMatches: readonly Hit[]
}

export async function screeningOf(db: Reader, holderId: HolderId): Promise<ScreeningState> {
  const [person, hits] = await Promise.all([findPerson(db, holderId), hitsOf(db, holderId)])
  return {
    screenedAt: person?.screenedAt,
    open: hits.filter(({ status }) => status === 'open'),
    trueMatches: hits.filter(({ status }) => status === 'true_match'),
  }
}

/**
 * For a commit that depends on it: the hits that stand against a customer, and the write that keeps them as they are meanwhile.
 * Each comparison and each decision writes the person's row.
 */
export async function keepScreened(
  db: Reader,
  holderId: HolderId,
): Promise<Pick<ScreeningState, 'open' | 'trueMatches'> & { keep: Write[] }> {
  // In this order: a comparison between the two reads makes the write stale.
  const person = await findPerson(db, holderId)
  const { open, trueMatches } = await screeningOf(db, holderId)
  const keep = person ? [guard('screening.people', { holder_id: holderId, version: person.version })] : []
  return { open, trueMatches, keep }
}

/** The hits that wait for a decision. */
export const openHitsOf = async (db: Reader, holderId: HolderId): Promise<readonly Hit[]> =>
  (await screeningOf(db, holderId)).open
