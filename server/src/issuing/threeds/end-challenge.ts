import { endChallenge as endTransaction } from '#issuing/spending'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Challenge, ChallengeCancel } from './challenge.ts'
import type { ChallengeAction } from './challenge-states.ts'
import type { ThreeDsContext } from './context.ts'
import { sendingAlready } from './send-result.ts'
import { type By, transitionChallenge } from './transition-challenge.ts'

type Ending = {
  action: Exclude<ChallengeAction, 'open'>
  by: By
  cancel?: ChallengeCancel | undefined
}

/**
 * The writes that end a challenge: its status, the record of its transaction when no authorization can follow, and the
 * result that the merchant's side is owed.
 */
export async function endChallenge(
  { db, clock }: Pick<ThreeDsContext, 'db' | 'clock'>,
  now: Instant,
  challenge: Challenge,
  ending: Ending,
): Promise<Write[]> {
  const { id, transactionId } = challenge
  const { status, writes } = transitionChallenge(now, challenge, ending)
  const action = status === 'timeout' ? 'expire' : 'decline'
  const ofTransaction = status === 'authorized' ? [] : await endTransaction(db, now, { transactionId, action })
  const result = { id, status: 'waiting' as const, due_at: now, leased_until: sendingAlready(clock) }
  return [...writes, ...ofTransaction, insert('threeds.results', result)]
}
