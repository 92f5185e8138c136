import { decodeMessage } from '#connectors/threeds/messages.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { endings } from './answer-challenge.ts'
import { type ChallengeId, isOver } from './challenge.ts'
import type { ThreeDsContext } from './context.ts'
import { endChallenge } from './end-challenge.ts'
import { expireChallenge } from './expire-challenge.ts'
import { MessageError } from './message-error.ts'
import { readMessage, uuid } from './read-message.ts'
import { sendResult } from './send-result.ts'
import { findChallenge } from './store.ts'
import { transitionChallenge } from './transition-challenge.ts'

const creqElements = {
  threeDSServerTransID: uuid,
  acsTransID: uuid,
  challengeWindowSize: { form: /^0[1-5]$/ },
} as const

/**
 * The shopper's browser has come with its CReq. The same again shows the same challenge (a reload); one in another version
 * than the request before breaks the exchange off.
 *
 * @throws `MessageError` when it leads to no challenge
 */
export async function openChallenge(
  ctx: ThreeDsContext,
  { creq, sessionData, ip }: { creq: string; sessionData: string | undefined; ip: string },
): Promise<ChallengeId> {
  const message = decodeMessage(creq)
  if (!message) throw new MessageError('101', 'creq')
  const read = readMessage(message, 'CReq', creqElements)
  if (sessionData !== undefined && !/^[\w-]{0,1024}={0,2}$/.test(sessionData))
    throw new MessageError('203', 'threeDSSessionData')
  const id = read.acsTransID.toLowerCase() as ChallengeId
  const challenge = await findChallenge(ctx.db, id)
  if (challenge?.serverTransId !== read.threeDSServerTransID.toLowerCase()) throw new MessageError('301', 'acsTransID')
  const isBroken = message.messageVersion !== challenge.version
  await expireChallenge(ctx, id)
  await decide(() => open(ctx, id, { sessionData, ip, isBroken }))
  if (isBroken) await sendResult(ctx, id)
  return id
}

type Opening = { sessionData: string | undefined; ip: string; isBroken: boolean }

async function open(ctx: ThreeDsContext, id: ChallengeId, { sessionData, ip, isBroken }: Opening): Promise<void> {
  const challenge = await findChallenge(ctx.db, id)
  if (!challenge || isOver(challenge) || (challenge.status === 'pending' && !isBroken)) return
  const now = ctx.clock.now()
  const by = { actor: 'shopper', fromWhere: ip }
  const writes = isBroken
    ? await endChallenge(ctx, now, challenge, { ...endings.broken, by })
    : transitionChallenge(now, challenge, { action: 'open', by, sessionData }).writes
  await commit(ctx, now, writes, 'open-challenge')
}
