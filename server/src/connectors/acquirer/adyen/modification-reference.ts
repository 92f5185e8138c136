import { isJsonObject } from '#kernel/base/json.ts'
import { NoResponse } from '../errors.ts'
import { type AdyenResponse, isAccepted } from './api.ts'

/**
 * Adyen's name of a modification that it has received; undefined when it does not carry it out.
 * @throws NoResponse when it cannot be read.
 */
export function modificationReference(response: AdyenResponse): string | undefined {
  if (!isAccepted(response)) return undefined
  const { json } = response
  if (!isJsonObject(json) || typeof json.pspReference !== 'string' || json.pspReference === '')
    throw new NoResponse('the response of Adyen has no pspReference', { because: 'unreadable' })
  return json.pspReference
}
