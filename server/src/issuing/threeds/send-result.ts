import type { RReq } from '#connectors/threeds/messages.ts'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { authenticationValue } from './authentication-value.ts'
import type { Challenge, ChallengeId } from './challenge.ts'
import type { ThreeDsContext } from './context.ts'
import { findChallenge } from './store.ts'

/**
 * Sends the result of a challenge to the merchant's side. Who has ended the challenge does it at once, since a browser
 * waits for it; when that fails a worker goes on every ten seconds (issuing standards 3.4).
 */
export async function sendResult(ctx: ThreeDsContext, id: ChallengeId): Promise<void> {
  const challenge = await findChallenge(ctx.db, id)
  const row = await ctx.db.read
    .selectFrom('threeds.results')
    .select(['status', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!challenge || row?.status !== 'waiting') return
  const outcome = await deliver(ctx, challenge)
  const now = ctx.clock.now()
  const attempts = row.attempts + 1
  const status = outcome
    ? ('delivered' as const)
    : attempts < attemptsMax
      ? ('waiting' as const)
      : ('undeliverable' as const)
  const due_at = status === 'waiting' ? now.add(again) : null
  const set = { status, attempts, due_at, leased_until: null }
  const where = { id, status: 'waiting' as const, attempts: row.attempts }
  try {
    await commit(ctx, now, [update('threeds.results', { set, where })], 'send-result')
  } catch (error) {
    // The lease ended during the attempt, and another worker has sent it and recorded that. Its record is kept.
    if (!(error instanceof StaleWrite)) throw error
  }
}

/** Whether the merchant's side has taken it. */
async function deliver(ctx: ThreeDsContext, challenge: Challenge): Promise<boolean> {
  const { id, resultsUrl } = challenge
  try {
    const answer = await ctx.sendResult(resultsUrl, resultOf(ctx, challenge))
    if (answer.messageType === 'RRes') return true
    ctx.log.warn({ challengeId: id, errorCode: answer.errorCode }, 'the result of a challenge was refused')
  } catch (error) {
    ctx.log.warn({ challengeId: id, err: error }, 'the result of a challenge was not delivered')
  }
  return false
}

/** An hour of attempts: by then no browser waits any more. */
const attemptsMax = 360
const again = Temporal.Duration.from({ seconds: 10 })

export const sendingAlready = (clock: Clock): Instant => clock.wall().add({ seconds: 10 })

export const resultDelivery = (ctx: ThreeDsContext): DueWork => ({
  name: 'deliver results of 3-D Secure',
  ...claimDue(ctx, 'threeds.results', { leaseMs: 30_000 }),
  run: (id) => sendResult(ctx, id as ChallengeId),
})

/** What a challenge has come to, in the words of the protocol (issuing standards 3.5). */
export function resultOf({ keys }: Pick<ThreeDsContext, 'keys'>, challenge: Challenge): RReq {
  const { id, status, category, cancel, eci, version, serverTransId, dsTransId } = challenge
  const about = {
    messageType: 'RReq' as const,
    messageVersion: version,
    threeDSServerTransID: serverTransId,
    dsTransID: dsTransId,
    acsTransID: id,
    messageCategory: category === 'payment' ? ('01' as const) : ('02' as const),
    interactionCounter: status === 'authorized' || status === 'declined' ? '01' : '00',
    ...(cancel && { challengeCancel: cancel }),
  }
  switch (status) {
    case 'authorized': {
      const value = authenticationValue(keys, challenge).reveal()
      return { ...about, transStatus: 'Y', authenticationType: '03', authenticationValue: value, eci }
    }
    case 'declined':
    case 'cancelled':
      return { ...about, transStatus: 'N', transStatusReason: '01', authenticationType: '03' }
    case 'timeout':
      return { ...about, transStatus: 'N', transStatusReason: '14', authenticationType: '03' }
    case 'failed':
      return { ...about, transStatus: 'U', transStatusReason: '22' }
    default:
      throw new Error(`a ${status} challenge has no result`)
  }
}
