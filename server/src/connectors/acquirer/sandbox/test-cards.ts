import type { DeclineReason, DisputeReason } from '../port.ts'
import type { PublicTestCard } from '../test-card.ts'
import { deviceNumbers } from './device-numbers.ts'
import { defaultSandbox } from './record.ts'

/**
 * A card of the sandbox. None of these exists at any bank. Every other number that passes the Luhn check behaves as the
 * first card of the list does.
 */
export type TestCard = {
  brand: 'visa' | 'mastercard' | 'amex'
  number: string
  /** MM/YY. A card does the same with any other expiry to come, unless the list has the number with that expiry too. */
  expiry: string
  cvv: string
  /** What happens, for the pages that list it. */
  what: string
  declines?: CardDecline
  /** The cardholder disputes a captured payment, with this outcome. */
  disputed?: CardDispute
  /** The page of its bank forbids that it is shown in a frame. */
  unframedBank?: boolean
  /** How the cardholder is authenticated; absent: by a challenge when the amount is over 25.00. */
  authentication?: CardAuthentication
}

/** `mit`: the shopper's own payments are approved, and only merchant-initiated ones are declined. */
export type CardDecline = {
  reason: DeclineReason
  whenInitiated: 'always' | 'mit'
  /** Minor units; up to here the card has enough. */
  aboveMinor?: bigint
  /** Only the sandbox of this name declines. */
  at?: string
}

/** When a dispute is opened and decided is in `card-disputes.ts`. */
export type CardDispute = { reason: DisputeReason; outcome: 'won' | 'lost' }

/**
 * `frictionless` and `attempted` are the results above 25.00 without a challenge. `challenged` and `failed` happen for
 * every amount where 3-D Secure is possible. A card that has it `required` is challenged too, and declined with
 * `authentication_required` where 3-D Secure is not possible.
 */
export type CardAuthentication = 'frictionless' | 'attempted' | 'challenged' | 'failed' | 'required'

/** Shows how a payment falls back: the connector `sandbox` has trouble with it, and any other has none. */
export const fallbackCard: TestCard = {
  brand: 'visa',
  number: '4000020000005009',
  expiry: '12/34',
  cvv: '123',
  what: 'Declined by the connector sandbox: provider_error; approved by a sandbox of another name',
  declines: { reason: 'provider_error', whenInitiated: 'always', at: defaultSandbox },
}

/** The card that every sandbox approves (wire fact 7). */
export const publicTestCard: PublicTestCard = { number: '4111111111111111', brand: 'visa', code: '123' }

/** The six rows on top are known to every integration (wire fact 7); the others are the sandbox's own. */
export const testCards: readonly TestCard[] = [
  {
    brand: 'visa',
    number: '4111111111111111',
    expiry: '12/34',
    cvv: '123',
    what: 'Approved; challenged over 25.00',
  },
  {
    brand: 'visa',
    number: '4111111111111111',
    expiry: '12/26',
    cvv: '123',
    what: 'Approved; authenticated over 25.00 without a challenge',
    authentication: 'frictionless',
  },
  {
    brand: 'mastercard',
    number: '5555555555554444',
    expiry: '12/34',
    cvv: '123',
    what: 'Approved; challenged over 25.00',
  },
  {
    brand: 'mastercard',
    number: '5555555555555599',
    expiry: '12/34',
    cvv: '123',
    what: 'Always challenged, then approved',
    authentication: 'challenged',
  },
  {
    brand: 'mastercard',
    number: '5168494895055780',
    expiry: '12/26',
    cvv: '123',
    what: 'Always fails the authentication, without a challenge',
    authentication: 'failed',
  },
  {
    brand: 'visa',
    number: '4000001111111118',
    expiry: '12/30',
    cvv: '123',
    what: 'Approved; over 25.00 the authentication is attempted and counts as made',
    authentication: 'attempted',
  },
  {
    brand: 'amex',
    number: '378282246310005',
    expiry: '12/34',
    cvv: '1234',
    what: 'Approved; challenged over 25.00',
  },
  {
    brand: 'visa',
    number: '4000040000001006',
    expiry: '12/34',
    cvv: '123',
    what: 'Approved; authenticated over 25.00 without a challenge',
    authentication: 'frictionless',
  },
  {
    brand: 'visa',
    number: '4000040000002004',
    expiry: '12/34',
    cvv: '123',
    what: 'Requires authentication: always challenged, and declined as authentication_required where that is not possible',
    authentication: 'required',
  },
  {
    brand: 'visa',
    number: '4000040000003002',
    expiry: '12/34',
    cvv: '123',
    what: 'Always challenged, by a bank that forbids frames, then approved',
    authentication: 'challenged',
    unframedBank: true,
  },
  {
    brand: 'visa',
    number: '4000050000001005',
    expiry: '12/34',
    cvv: '123',
    what: 'Approved; disputed as fraud 5 days after it was captured, and lost 10 days later',
    disputed: { reason: 'fraud', outcome: 'lost' },
  },
  {
    brand: 'visa',
    number: '4000050000002003',
    expiry: '12/34',
    cvv: '123',
    what: 'Approved; disputed as not received 5 days after it was captured, and won 10 days later',
    disputed: { reason: 'not_received', outcome: 'won' },
  },
  declining('4000020000001008', 'card_lost_or_stolen'),
  declining('4000020000002006', 'card_closed'),
  declining('4000020000003004', 'card_blacklisted'),
  declining('4000020000004002', 'limit_exceeded'),
  fallbackCard,
  decliningLater('4000030000001007', 'insufficient_funds'),
  {
    ...decliningLater('4000030000002005', 'insufficient_funds'),
    what: 'Approved for the shopper; merchant-initiated payments over 10.00 are declined: insufficient_funds',
    declines: { reason: 'insufficient_funds', whenInitiated: 'mit', aboveMinor: 10_00n },
  },
  decliningLater('4000030000003003', 'limit_exceeded'),
  decliningLater('4000030000004001', 'card_blacklisted'),
  decliningLater('4000030000005008', 'card_lost_or_stolen'),
  decliningLater('4000030000006006', 'card_closed'),
  decliningLater('4000030000007004', 'authentication_required'),
  decliningLater('4000030000008002', 'provider_error'),
]

/** The row for a number and its expiry (MM/YY); every card that is not in the list behaves as the first one. */
export function testCardOf(number: string, expiry: string): TestCard {
  const rows = [...testCards, ...deviceNumbers].filter((card) => card.number === number)
  return rows.find((card) => card.expiry === expiry) ?? rows[0] ?? testCards[0]!
}

/** What a table of BINs would say of the cards of the list: `{}` of all others. */
export function sandboxBin(digits: string): { type?: string; level?: string; country?: string; bank?: string } {
  const known = [...testCards, ...deviceNumbers].find(({ number }) => number.startsWith(digits))
  return known ? { ...binKinds[known.brand], country: 'RO', bank: 'Florin Sandbox Bank' } : {}
}
const binKinds = {
  visa: { type: 'credit', level: 'classic' },
  mastercard: { type: 'debit', level: 'standard' },
  amex: { type: 'credit', level: 'gold' },
} as const

/** The reason of the disputes with this outcome. */
export const disputeReasonOf = (outcome: CardDispute['outcome']): DisputeReason =>
  testCards.find(({ disputed }) => disputed?.outcome === outcome)!.disputed!.reason

/** This security code is the wrong one on every card; every other is right. */
export const wrongSecurityCode = '999'

function declining(number: string, reason: DeclineReason): TestCard {
  const declines: CardDecline = { reason, whenInitiated: 'always' }
  return { brand: 'visa', number, expiry: '12/34', cvv: '123', what: `Declined: ${reason}`, declines }
}

function decliningLater(number: string, reason: DeclineReason): TestCard {
  const declines: CardDecline = { reason, whenInitiated: 'mit' }
  const what = `Approved for the shopper; merchant-initiated payments are declined: ${reason}`
  return { brand: 'visa', number, expiry: '12/34', cvv: '123', what, declines }
}
