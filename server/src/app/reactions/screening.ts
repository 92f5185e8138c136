import { resumeCardsOf, suspendCardsOf } from '#issuing/cards'
import type { HolderId } from '#issuing/ids'
import { findCase, transitionCase } from '#issuing/kyc'
import { screeningOf } from '#issuing/screening'
import { judgeParkedAgain } from '#issuing/topups'
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

/**
 * A customer who is on a list has no card that works, whatever the hit looked like at first, and none while a strong hit is
 * not decided after all. When the last hit that stops the cards is cleared, they go on, unless they are suspended for something
 * else.
 */
export const followDecidedHit: Reaction<'hitDecided'> = async ({ db }, { holderId, hitId, status, isStrong }, now) => {
  if (status === 'true_match' || (status === 'open' && isStrong))
    return [
      ...(await reviewAgain(db, holderId, now)),
      ...(await suspendCardsOf(db, holderId, now, screening)),
      ...(await judgeParkedAgain(db, now, holderId)),
    ]
  if (status !== 'false_positive') return []
  const { open, trueMatches } = await screeningOf(db, holderId)
  const others = [...open.filter(({ strong }) => strong), ...trueMatches].filter(({ id }) => id !== hitId)
  return others.length > 0 ? [] : resumeCardsOf(db, holderId, now, screening)
}

/** A new list judges what waits for a decision, too. */
export const judgeParkedDeposits: Reaction<'listLoaded'> = ({ db }, _event, now) => judgeParkedAgain(db, now)

const screening = {
  actor: 'screening',
  fromWhere: 'screening',
  reason: 'sanctions screening',
  suspension: 'screening',
} as const

/** A customer who is rejected after an approval has no card that works, until the next approval, and what is parked is frozen. */
export const suspendRejectedCustomer: Reaction<'kycStatusChanged'> = async ({ db }, { holderId, status }, now) =>
  status === 'rejected'
    ? [...(await suspendCardsOf(db, holderId, now, rejection)), ...(await judgeParkedAgain(db, now, holderId))]
    : status === 'approved'
      ? resumeCardsOf(db, holderId, now, rejection)
      : []

const rejection = { actor: 'kyc', fromWhere: 'kyc', reason: 'rejected', suspension: 'rejected' } as const

async function reviewAgain(db: Db, holderId: HolderId, now: Instant): Promise<Write[]> {
  const found = await findCase(db, holderId)
  if (!found) return []
  const { suspension: _, ...by } = screening
  if (found.status === 'approved') return transitionCase(now, found, { ...by, action: 'review' })
  // Who is approved at this moment is reviewed again.
  return [guard('kyc.cases', { id: found.id, status: found.status })]
}
