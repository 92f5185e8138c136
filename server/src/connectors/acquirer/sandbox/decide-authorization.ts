import type { Instant } from '#kernel/base/clock.ts'
import { passesLuhn } from '#kernel/base/mask-numbers.ts'
import type { Money } from '#kernel/base/money.ts'
import {
  type Approved,
  type AuthorizeRequest,
  type Capabilities,
  type CardChecks,
  type CardDetails,
  type Declined,
  type DeclineReason,
  takesAmount,
} from '../port.ts'
import { stateAt } from './authorization-state.ts'
import { challengeOf } from './challenge.ts'
import { isCryptogramOf } from './cryptogram.ts'
import { isDeviceNumber } from './device-numbers.ts'
import { addressChecksOf } from './magic-addresses.ts'
import { authenticationAboveMinor, magicOutcomeOf } from './magic-amounts.ts'
import type { AuthorizationEntry, Decision, Story } from './record.ts'
import { authorizationCodeOf, networkTransactionIdOf, referenceOf } from './request-trail.ts'
import { type TestCard, testCardOf, wrongSecurityCode } from './test-cards.ts'

/** An authorization or a verification, whose amount is zero. */
export type CardRequest = Omit<AuthorizeRequest, 'kind'> & { kind: 'auth' | 'sale' | 'verify'; amount: Money }

/**
 * Decides about an authorization by the tables of test cards and magic amounts: first the problems of the request and
 * the card, then authentication, then the result of the amount.
 */
export function decideAuthorization(
  story: Story,
  request: CardRequest,
  { now, bankUrl, connector, capabilities }: Omit<Case, 'request' | 'card'>,
): AuthorizationEntry {
  const card = cardOf(request.card)
  return {
    key: request.key,
    authorization: request.key,
    step: story.length,
    kind: request.kind,
    amount: request.amount,
    cardTail: card.tail,
    descriptor: request.descriptor,
    subMerchantId: request.subMerchantId,
    level3: request.level3,
    requestedAt: now,
    disputedAs: card.row.disputed?.outcome,
    ...decisionOf(story, { request, card, now, bankUrl, connector, capabilities }),
  }
}

/** The only function of the sandbox that reads a card number; it returns the last four digits and the table's row. */
function cardOf({ pan, cvv, expiryMonth, expiryYear, wallet }: CardDetails) {
  const number = pan.reveal()
  const expires = Temporal.PlainYearMonth.from({ year: expiryYear, month: expiryMonth })
  return {
    tail: number.slice(-4),
    expires,
    row: testCardOf(number, `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear).slice(-2)}`),
    exists: /^\d{12,19}$/.test(number) && passesLuhn(number),
    networkTransactionId: (key: string, on: Temporal.PlainDate) => networkTransactionIdOf(key, number, on),
    cryptogram: cryptogramIn(number, wallet?.cryptogram?.reveal()),
    securityCode: !cvv ? 'unavailable' : cvv.reveal() === wrongSecurityCode ? 'mismatch' : 'match',
  } as const
}

/** What a wallet has proven. Of other numbers than the sandbox's own any cryptogram counts as right. */
function cryptogramIn(number: string, cryptogram: string | undefined): 'none' | 'right' | 'wrong' | 'missing' {
  if (!isDeviceNumber(number)) return cryptogram === undefined ? 'none' : 'right'
  if (cryptogram === undefined) return 'missing'
  return isCryptogramOf(number, cryptogram) ? 'right' : 'wrong'
}

type Case = {
  request: CardRequest
  card: ReturnType<typeof cardOf>
  now: Instant
  bankUrl: string
  /** The name of this sandbox. */
  connector: string
  capabilities: Capabilities
}

function decisionOf(story: Story, about: Case): Decision {
  const { request, card } = about
  if (stateAt(story, about.now).is === 'reversed')
    return declined(about, 'rejected_by_processor', 'reversed before it arrived')
  const problem = requestProblem(about)
  if (problem) return declined(about, problem.reason, problem.note)
  const authentication = card.cryptogram === 'right' ? 'none' : authenticationOf(request, card.row)
  // A bank that must ask its customer first does so before it looks at the card.
  if (mustAsk(request, authentication)) return onlyAfterChallenge(about)
  const cardIssue = cardProblem(about)
  if (cardIssue) return declined(about, cardIssue.reason, cardIssue.note)
  switch (authentication) {
    case 'none':
      return byAmount(about, 'none')
    case 'frictionless':
      return byAmount(about, 'frictionless')
    case 'attempted':
      return byAmount(about, 'attempted')
    case 'failed':
      return declined(about, 'authentication_failed', 'the card fails every authentication')
    case 'impossible':
      return declined(about, 'authentication_required', 'the card requires authentication')
    case 'challenged':
      return challenged(about, byAmount(about, 'challenged'))
  }
}

function mustAsk({ authentication: demanded, initiator }: CardRequest, authentication: Authentication): boolean {
  if (initiator.type !== 'cit' || authentication === 'failed') return false
  return demanded === 'required' || (demanded === 'requested' && authentication === 'challenged')
}

/** A bank that cannot ask its customer (`attempted`) confirms nothing either. */
function onlyAfterChallenge(about: Case): Decision {
  const { request, card } = about
  if (!card.exists) return declined(about, 'rejected_by_processor', 'no such card number')
  if (!request.threeDSecure) return declined(about, 'authentication_required', 'the request requires authentication')
  if (card.row.authentication === 'attempted')
    return declined(about, 'authentication_failed', 'the bank cannot ask its customer')
  const cardIssue = cardProblem(about)
  return challenged(
    about,
    cardIssue ? declined(about, cardIssue.reason, cardIssue.note) : byAmount(about, 'challenged'),
  )
}

const challenged = ({ request, card, bankUrl }: Case, next: Decision): Decision => ({
  result: challengeOf(request.key, bankUrl, {
    returnUrl: request.threeDSecure?.returnUrl ?? bankUrl,
    unframed: card.row.unframedBank,
  }),
  garbled: false,
  next,
  note: undefined,
})

type Problem = { reason: DeclineReason; note: string }

/** A problem that only a mistake of the caller causes. */
function requestProblem({ request, card, capabilities }: Case): Problem | undefined {
  const { kind, amount, initiator } = request
  const reason = 'rejected_by_processor'
  if (card.cryptogram !== 'none' && !capabilities.walletTokens)
    return { reason, note: 'this sandbox takes no numbers of wallets' }
  if (kind !== 'verify' && !takesAmount(capabilities, amount))
    return { reason, note: 'outside of the supported amounts' }
  if (initiator.type === 'mit' && !initiator.networkTransactionId.trim())
    return { reason, note: 'a merchant-initiated payment needs the network id of the first one' }
  return undefined
}

function cardProblem({ request: { amount, initiator }, card, now, connector }: Case): Problem | undefined {
  if (!card.exists) return { reason: 'rejected_by_processor', note: 'no such card number' }
  const thisMonth = now.toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth()
  if (Temporal.PlainYearMonth.compare(card.expires, thisMonth) < 0)
    return { reason: 'card_expired', note: `it was good to the end of ${card.expires}` }
  if (card.cryptogram === 'wrong') return { reason: 'authentication_failed', note: 'the cryptogram is another one' }
  if (card.cryptogram === 'missing' && initiator.type === 'cit')
    return { reason: 'authentication_required', note: 'the number of a device needs its cryptogram' }
  const { declines } = card.row
  const meant =
    declines &&
    (declines.whenInitiated === 'always' || declines.whenInitiated === initiator.type) &&
    (declines.at === undefined || declines.at === connector)
  if (meant && amount.minor > (declines.aboveMinor ?? -1n))
    return { reason: declines.reason, note: `test card: ${card.row.what}` }
  return card.securityCode === 'mismatch'
    ? { reason: 'security_code_wrong', note: 'the security code is the wrong one' }
    : undefined
}

type Authentication = 'none' | 'frictionless' | 'attempted' | 'challenged' | 'failed' | 'impossible'

/**
 * A merchant-initiated payment has no cardholder to authenticate; without browser facts 3-D Secure is not possible. On
 * request a cardholder is authenticated for a small amount too, and banks know most of them by their browser.
 */
function authenticationOf(
  { initiator, threeDSecure, amount, authentication: demanded }: CardRequest,
  { authentication }: TestCard,
): Authentication {
  if (initiator.type === 'mit') return 'none'
  if (!threeDSecure) return authentication === 'required' ? 'impossible' : 'none'
  if (authentication === 'failed') return 'failed'
  if (authentication === 'challenged' || authentication === 'required') return 'challenged'
  if (amount.minor > authenticationAboveMinor) return authentication ?? 'challenged'
  return demanded ? (authentication ?? 'frictionless') : 'none'
}

function byAmount(about: Case, threeDSecure: Approved['threeDSecure']): Decision {
  const approval = { result: approvedOf(about, threeDSecure), garbled: false, next: undefined, note: undefined }
  const magic = magicOutcomeOf(about.request.amount.minor)
  switch (magic?.is) {
    case 'declined':
      return declined(about, magic.reason, 'magic amount')
    case 'garbled':
      return { ...declined(about, magic.reason, 'magic amount'), garbled: true }
    case 'pending':
      return {
        result: { outcome: 'pending', reference: referenceOf(about.request.key) },
        garbled: false,
        next: approval,
        note: 'magic amount',
      }
    default:
      return approval
  }
}

function approvedOf({ request, card, now, capabilities }: Case, threeDSecure: Approved['threeDSecure']): Approved {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  return {
    outcome: 'approved',
    reference: referenceOf(request.key),
    networkTransactionId:
      capabilities.networkTransactionId === 'always' ? card.networkTransactionId(request.key, today) : undefined,
    authorizationCode: authorizationCodeOf(request.key),
    checks: checksOf(request, card),
    threeDSecure,
  }
}

function declined({ request, card }: Case, reason: DeclineReason, note: string): Decision {
  const result: Declined = {
    outcome: 'declined',
    reason,
    reference: referenceOf(request.key),
    checks: card.exists ? checksOf(request, card) : undefined,
  }
  return { result, garbled: false, next: undefined, note }
}

/** Whatever they find, the sandbox goes by the card and the amount: banks approve most payments whose address differs. */
const checksOf = ({ billingAddress }: CardRequest, { securityCode }: Case['card']): CardChecks => ({
  ...addressChecksOf(billingAddress),
  securityCode,
})
