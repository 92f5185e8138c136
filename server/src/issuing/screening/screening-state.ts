import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
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

/** The hits that wait for a decision. */
export const openHitsOf = async (db: Reader, holderId: HolderId): Promise<readonly Hit[]> =>
  (await screeningOf(db, holderId)).open
