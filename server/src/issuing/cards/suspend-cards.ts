import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { By } from './card.ts'
import { usableCardsOf } from './store.ts'
import { transitionCard } from './transition-card.ts'

/** The writes that suspend every card of a holder that could be used. */
export const suspendCardsOf = async (db: Reader, holderId: HolderId, now: Instant, by: By): Promise<Write[]> =>
  (await usableCardsOf(db, holderId)).flatMap((card) => transitionCard(now, card, { ...by, action: 'suspend' }))
