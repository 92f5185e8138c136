import { decodeMessage } from '#connectors/threeds/messages.ts'
import type { CompleteChallengeRequest, CompleteChallengeResult } from '../port.ts'
import { authorizationResult, declined, send } from './authorize.ts'
import type { OnUsContext } from './context.ts'
import { recordOnce } from './record.ts'
import { type Authentication, authenticationFor, storyOf } from './store.ts'
import { stateOf } from './story.ts'

/**
 * The shopper is back from the page of their bank. What the browser brings says only which challenge it was: whether the
 * holder has confirmed it, the issuer has said itself (issuing standards 3.7).
 */
export async function completeChallenge(
  ctx: OnUsContext,
  { key, authorization, response }: CompleteChallengeRequest,
): Promise<CompleteChallengeResult> {
  const authentication = await authenticationFor(ctx.db, authorization)
  const { entry } = await recordOnce(ctx, { key, authorization }, async (story) => {
    const state = stateOf(story)
    const [head] = story
    const isProved = state.is === 'challenged' && authentication && isConfirmed(authentication, response)
    const result = isProved
      ? null
      : declined(state.is === 'reversed' ? 'rejected_by_processor' : 'authentication_failed')
    const { minor = 0n, currency = 'EUR' as const, cardId = null } = head ?? {}
    return { entry: { key, authorization, kind: 'completeChallenge', minor, currency, cardId, result } }
  })
  if (entry.result) return authorizationResult(entry.result)
  const [head] = await storyOf(ctx.db, authorization)
  if (!head) throw new Error(`the authorization ${authorization} is not there`)
  return send(ctx, head, entry, authentication)
}

function isConfirmed({ acsTransId, transStatus, value }: Authentication, { cres = '' }: Record<string, string>) {
  return transStatus === 'Y' && value !== null && decodeMessage(cres)?.acsTransID === acsTransId
}
