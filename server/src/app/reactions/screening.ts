import { suspendCardsOf } from '#issuing/cards'
import type { HolderId } from '#issuing/ids'
import { findCase, transitionCase } from '#issuing/kyc'
import type { Instant } from '#kernel/base/clock.ts'
import { guard, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Reaction } from './reaction.ts'

/** An approved customer who may be on a sanctions list is reviewed again: no new account and no new card meanwhile. */
export const reviewMatchedPerson: Reaction<'personMatched'> = async ({ db }, { holderId }, now) =>
  reviewAgain(db, holderId, now)

/** The same name and the same year of birth: the cards stop until a person has decided. */
export const suspendMatchedPerson: Reaction<'personMatched'> = async ({ db }, { holderId, isStrong }, now) =>
  isStrong ? suspendCardsOf(db, holderId, now, screening) : []

/** A customer who is on a list has no card that works, whatever the hit looked like at first. */
export const stopListedPerson: Reaction<'hitDecided'> = async ({ db }, { holderId, status }, now) =>
  status === 'true_match'
    ? [...(await reviewAgain(db, holderId, now)), ...(await suspendCardsOf(db, holderId, now, screening))]
    : []

const screening = { actor: 'screening', fromWhere: 'screening', reason: 'sanctions screening' }

async function reviewAgain(db: Db, holderId: HolderId, now: Instant): Promise<Write[]> {
  const found = await findCase(db, holderId)
  if (!found) return []
  if (found.status === 'approved') return transitionCase(now, found, { ...screening, action: 'review' })
  // Who is approved at this moment is reviewed again.
  return [guard('kyc.cases', { id: found.id, status: found.status })]
}
