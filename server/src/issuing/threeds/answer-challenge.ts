import { cardById } from '#issuing/cards'
import type { HolderId } from '#issuing/ids'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { type AuthenticationType, type Challenge, type ChallengeId, isOver } from './challenge.ts'
import type { ThreeDsContext } from './context.ts'
import { endChallenge } from './end-challenge.ts'
import { refuse } from './refusals.ts'
import { sendResult } from './send-result.ts'
import { findChallengeOf } from './store.ts'

/** What the app says (wire fact 6.4; there `canceled` has one l). */
export const answers = ['success', 'failed', 'canceled', 'timeout'] as const
export type Answer = (typeof answers)[number]

type Answering = {
  holderId: HolderId
  id: ChallengeId
  answer: Answer
  authType: AuthenticationType
  ip: string
  once(subjectId: string): Write[]
}

/**
 * The holder has answered in the partner's app. Of two answers one counts, and none does when the time is over; the other
 * is refused with what the challenge has become.
 */
export async function answerChallenge(ctx: ThreeDsContext, answering: Answering): Promise<Challenge> {
  const { holderId, id } = answering
  const isInTime = await decide(() => recordAnswer(ctx, answering))
  await sendResult(ctx, id)
  const challenge = await challengeOf(ctx, holderId, id)
  if (!isInTime) throw over(challenge)
  return challenge
}

async function recordAnswer(
  ctx: ThreeDsContext,
  { holderId, id, answer, authType, ip, once }: Answering,
): Promise<boolean> {
  const challenge = await challengeOf(ctx, holderId, id)
  if (isOver(challenge)) throw over(challenge)
  const now = ctx.clock.now()
  const isInTime = Temporal.Instant.compare(now, challenge.expiresAt) < 0
  const by = { actor: `holder ${holderId}`, fromWhere: ip, authType }
  const ending = isInTime
    ? { ...endings[await whatCounts(ctx, challenge, answer)], by }
    : { ...endings.timeout, by: { actor: 'clock', fromWhere: 'florin' } }
  await commit(
    ctx,
    now,
    [...(await endChallenge(ctx, now, challenge, ending)), ...(isInTime ? once(id) : [])],
    'answer-challenge',
  )
  return isInTime
}

/** A confirmation with a card that was stopped meanwhile proves nothing any more. */
async function whatCounts({ db }: ThreeDsContext, { cardId }: Challenge, answer: Answer): Promise<Answer | 'broken'> {
  if (answer !== 'success') return answer
  const card = await cardById(db, cardId)
  return card?.status === 'active' ? 'success' : 'broken'
}

export const endings = {
  success: { action: 'authorize' },
  failed: { action: 'decline' },
  canceled: { action: 'cancel', cancel: '01' },
  timeout: { action: 'expire', cancel: '04' },
  broken: { action: 'fail', cancel: '06' },
} as const

/** @throws a refusal when it is not one of this holder */
export async function challengeOf({ db }: Pick<ThreeDsContext, 'db'>, holderId: HolderId, id: ChallengeId) {
  const challenge = await findChallengeOf(db, holderId, id)
  if (!challenge) throw refuse('challenge_not_found', { transactionAuthId: id })
  return challenge
}

const over = ({ status }: Challenge) => refuse('challenge_over', { status, allowed: [] })
