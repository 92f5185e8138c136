import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { By } from './card.ts'
import { openCardsOfHolder, wasFrozen } from './store.ts'
import type { Suspension } from './suspension.ts'
import { addSuspension, endSuspension, touchCard } from './transition-card.ts'

type Reason = By & { suspension: Suspension }

/**
 * The writes that suspend every card of a holder, those that are not activated yet too. A card that has the reason already is
 * written as well, so that a decision of the same moment that ends it is made again.
 */
export const suspendCardsOf = async (db: Reader, holderId: HolderId, now: Instant, by: Reason): Promise<Write[]> =>
  (await openCardsOfHolder(db, holderId)).flatMap((card) =>
    card.suspensions.includes(by.suspension) ? [touchCard(card)] : addSuspension(now, card, by).writes,
  )

/** The writes that end a reason for which the cards of a holder are suspended; what else holds stays. */
export async function resumeCardsOf(db: Reader, holderId: HolderId, now: Instant, by: Reason): Promise<Write[]> {
  const cards = (await openCardsOfHolder(db, holderId)).filter((card) => card.suspensions.includes(by.suspension))
  const writes = cards.map(
    async (card) => endSuspension(now, card, { ...by, wasFrozen: await wasFrozen(db, card.id) }).writes,
  )
  return (await Promise.all(writes)).flat()
}
