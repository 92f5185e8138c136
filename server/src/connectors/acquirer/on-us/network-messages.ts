import type {
  AuthenticationData,
  AuthorizationRequest,
  ClearingRequest,
  MessageKey,
  NetworkResponse,
  Purpose,
  RefundRequest,
  ReversalRequest,
} from '#connectors/network/message.ts'
import { isApproval } from '#connectors/network/message.ts'
import { money } from '#kernel/base/money.ts'
import type { Approved, Declined, DeclineReason } from '../port.ts'
import { acquirerId } from './context.ts'
import type { Entry } from './story.ts'

/** The same for the same request, so that the issuer recognizes one that is sent again. */
const keyOf = ({ stan, requestedAt }: Entry): MessageKey => ({
  sender: acquirerId,
  stan: String(stan % 1_000_000n).padStart(6, '0'),
  sentAt: requestedAt.toString({ smallestUnit: 'second' }).replaceAll(/\D/g, '').slice(4),
})

const networkIdOf = ({ stan }: Pick<Entry, 'stan'>): string => `FLN${String(stan).padStart(12, '0')}`

/** What every message about an authorization says. `head` is the request for it. */
function about(head: Entry, entry: Entry) {
  const { facts, cardId } = head
  if (!facts || !cardId) throw new Error(`the authorization ${head.key} is of no card`)
  return {
    key: keyOf(entry),
    card: { reference: { id: cardId, cvv2: facts.cvv2 }, expiry: facts.expiry },
    amount: money(entry.minor, entry.currency),
    merchant: { ...facts.merchant, category: facts.merchant.category ?? retail },
    reference: { acquirerId, networkTransactionId: networkIdOf(head) },
  }
}
/** ISO 18245: miscellaneous shops. */
export const retail = '5999'

export const authorizationMessage = (
  head: Entry,
  entry: Entry,
  threeDs: AuthenticationData | undefined,
): AuthorizationRequest => ({
  kind: 'authorization',
  ...about(head, entry),
  purpose: purposeOf(head),
  ...(head.kind === 'payout' && { originalCredit: true }),
  channel: 'online',
  entry: '812',
  posts: false,
  partialAllowed: false,
  preauthorization: false,
  ...(threeDs && { threeDs }),
  recurring: head.facts?.recurring ?? false,
})

const purposeOf = ({ kind }: Entry): Purpose =>
  kind === 'verify' ? 'verification' : kind === 'payout' ? 'refund' : 'purchase'

export const clearingMessage = (head: Entry, entry: Entry): ClearingRequest => ({
  kind: 'clearing',
  ...about(head, entry),
  original: { networkTransactionId: networkIdOf(head) },
  presentmentId: entry.key,
})

export const refundMessage = (head: Entry, entry: Entry): RefundRequest => ({
  kind: 'refund',
  ...about(head, entry),
  original: { networkTransactionId: networkIdOf(head) },
  presentmentId: entry.key,
})

/** `sent`: the request that went to the issuer as an authorization. */
export const reversalMessage = (head: Entry, entry: Entry, sent: Entry): ReversalRequest => ({
  kind: 'reversal',
  ...about(head, { ...entry, minor: head.minor, currency: head.currency }),
  original: { key: keyOf(sent), class: 'authorization' },
  purpose: purposeOf(head),
  reason: '17',
})

/** An issuer's answer as acquirers report it to their merchants: with a reason that is safe to show. */
export function resultOf(
  head: Entry,
  response: NetworkResponse,
  threeDSecure: Approved['threeDSecure'],
): Approved | Declined {
  const { code, authorizationCode = 'APPRVD' } = response
  const securityCode = checks[response.cvv ?? 'notChecked']
  const found = { address: 'unavailable', postalCode: 'unavailable', securityCode } as const
  const reference = `onus-${head.stan}`
  if (!isApproval(code))
    return { outcome: 'declined', reason: reasons[code] ?? 'declined_by_bank', reference, checks: found }
  return {
    outcome: 'approved',
    reference,
    networkTransactionId: networkIdOf(head),
    authorizationCode,
    checks: found,
    threeDSecure,
  }
}
const checks = { match: 'match', noMatch: 'mismatch', notChecked: 'unavailable' } as const

/** Field 39 (issuing standards 1.7). */
const reasons: Readonly<Record<string, DeclineReason>> = {
  12: 'rejected_by_processor',
  13: 'rejected_by_processor',
  14: 'rejected_by_processor',
  30: 'rejected_by_processor',
  41: 'card_lost_or_stolen',
  43: 'card_lost_or_stolen',
  46: 'card_closed',
  51: 'insufficient_funds',
  54: 'card_expired',
  59: 'authentication_failed',
  61: 'limit_exceeded',
  63: 'authentication_failed',
  65: 'limit_exceeded',
  82: 'security_code_wrong',
  91: 'provider_error',
  94: 'provider_error',
  96: 'provider_error',
}
