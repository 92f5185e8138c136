import { isJsonObject } from '#kernel/base/json.ts'
import { NoResponse } from '../errors.ts'
import { type AdyenResponse, isAccepted, isTurnedAway } from './api.ts'

/** Adyen's name of a modification that it has received, or that this try was the only one and is not carried out. */
export type Verdict = { is: 'received'; pspReference: string } | { is: 'notDone' } | { is: 'turnedAway' }

/**
 * The meaning of Adyen's answer to a capture, a refund or a reversal beside its other tries. They have one key, so that
 * Adyen carries it out once.
 *
 * - An accepted one is decided by webhook.
 * - One that was turned away (credentials, too many requests) was not looked at, and is sent again.
 * - A refusal says of this try alone that it is not carried out. Beside another that may have been, all is open.
 * @throws NoResponse when it is not known, or the answer cannot be read.
 */
export function verdictOf(response: AdyenResponse, { isOnlyTry }: { isOnlyTry: boolean }): Verdict {
  if (isTurnedAway(response)) return { is: 'turnedAway' }
  if (isAccepted(response)) return { is: 'received', pspReference: pspReferenceOf(response) }
  if (!isOnlyTry)
    throw new NoResponse('Adyen refuses a repeated request, and has not given the result of the first try')
  return { is: 'notDone' }
}

/**
 * Takes an answer to an authorization, or to the completion of its challenge, for its result: one that Adyen did not accept
 * says of this try alone that nothing is held.
 * @throws NoResponse where another try may have been carried out.
 */
export function requireResult(response: AdyenResponse, { isOnlyTry }: { isOnlyTry: boolean }): void {
  if (!isOnlyTry && !isAccepted(response))
    throw new NoResponse(
      `Adyen responded with ${response.status} to a repeated request; its first try may be carried out`,
    )
}

function pspReferenceOf({ json }: AdyenResponse): string {
  if (!isJsonObject(json) || typeof json.pspReference !== 'string' || json.pspReference === '')
    throw new NoResponse('the response of Adyen has no pspReference', { because: 'unreadable' })
  return json.pspReference
}
