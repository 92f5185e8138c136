import { type IsoMessage, secretTextOf, textOf } from '#connectors/iso8583/iso-message.ts'
import type { Approved, CardChecks, CheckResult, Declined, DeclineReason } from '../port.ts'
import type { Profile } from './profile.ts'
import { isRefusal, meaningOf } from './response-codes.ts'
import type { Message } from './story.ts'
import { type Place, readPlace } from './template.ts'
import { rrnOf } from './values.ts'

/**
 * What a response to a request about a card says. `reverse`: it approves what was not requested, or somebody behind the
 * host may still approve it; there is no result before the reversal is confirmed, so that the payment does not go on at
 * another connector while it is held here.
 */
export type CardResponse =
  | { is: 'approved'; result: Approved; code: string }
  /** Unless `isCertain`, what the host may hold all the same is reversed. */
  | { is: 'declined'; result: Declined; code: string; isCertain: boolean }
  | { is: 'reverse'; code: string }
  /** Without a response code: it says nothing. */
  | { is: 'unreadable' }

export function readCardResponse(profile: Profile, message: Message, response: IsoMessage): CardResponse {
  const code = textOf(response, 39)?.trim()
  if (!code) return { is: 'unreadable' }
  const meaning = meaningOf(code, profile.codes)
  const checks = checksIn(profile, response)
  if (meaning === 'unusable') return { is: 'reverse', code }
  if (meaning !== 'approved') {
    const isCertain = isRefusal(code, profile)
    if (!isCertain && meaning === 'provider_error') return { is: 'reverse', code }
    const result = { outcome: 'declined', reason: meaning, reference: rrnOf(message), checks } as const
    return { is: 'declined', code, result, isCertain }
  }
  if (!isSameAmount(message, response)) return { is: 'reverse', code }
  const { networkTransactionId: place } = profile.response
  const result: Approved = {
    outcome: 'approved',
    reference: rrnOf(message),
    networkTransactionId: place && textAt(response, place),
    authorizationCode: textOf(response, 38)?.trim() || noAuthorizationCode,
    checks,
    threeDSecure: 'none',
  }
  return { is: 'approved', code, result }
}

/** Of an approval without field 38. It is never sent. */
export const noAuthorizationCode = 'NONE'

/** A host that leaves the amount out has approved what was requested. */
function isSameAmount({ minor }: Message, response: IsoMessage): boolean {
  const amount = textOf(response, 4)
  return amount === undefined || BigInt(amount) === minor
}

export const declined = (reason: DeclineReason, reference?: string): Declined => ({
  outcome: 'declined',
  reason,
  reference,
  checks: undefined,
})

function checksIn({ response: places }: Profile, response: IsoMessage): CardChecks {
  const of = (check: typeof places.securityCode): CheckResult => {
    const value = check && textAt(response, check)
    if (value === undefined) return 'unavailable'
    if (check?.match.includes(value)) return 'match'
    return check?.mismatch.includes(value) ? 'mismatch' : 'unavailable'
  }
  return {
    address: of(places.address),
    postalCode: of(places.postalCode),
    securityCode: of(places.securityCode),
  }
}

/** Field 48 is card data by default; what a profile takes out of it is not. */
const textAt = (response: IsoMessage, place: Place): string | undefined =>
  readPlace(textOf(response, place.field) ?? secretTextOf(response, place.field)?.reveal(), place)
