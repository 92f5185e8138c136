import type { AuthorizationRequest } from '#connectors/network/message.ts'
import type { Erro, RReq, RRes } from '#connectors/threeds/messages.ts'
import { decodeResult } from '#connectors/threeds/read-result.ts'
import type { CardId } from '#issuing/ids'
import { checkAuthentication, openAnswerWaits, type ThreeDsContext } from '#issuing/threeds'
import type { Outbound } from '#kernel/http/outbound.ts'
import type { OnUsPayments } from './on-us.ts'

type Parts = Omit<ThreeDsContext, 'sendResult'> & {
  outbound: Outbound
  onUs: Pick<OnUsPayments, 'receive'>
}

/** 3-D Secure of our own cards: where results of challenges go, and what an authorization may show of one. */
export function openThreeDSecure({ outbound, onUs, ...parts }: Parts) {
  return {
    answerWaits: openAnswerWaits(parts.db),
    sendResult: (url: string, result: RReq) => onUs.receive(url, result) ?? post(outbound, url, result),
    authenticationOf: (cardId: CardId, request: AuthorizationRequest) => checkAuthentication(parts, cardId, request),
  }
}

/** To a merchant's side elsewhere (issuing standards 3.1). */
async function post(outbound: Outbound, url: string, result: RReq): Promise<RRes | Erro> {
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const response = await outbound.post(url, { body: JSON.stringify(result), headers, timeoutMs: 5_000 })
  if (response.outcome !== 'answered') throw new Error(`${response.outcome}: ${response.why}`)
  return decodeResult(response.text)
}
