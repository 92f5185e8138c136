import type { DeclineReason } from '../port.ts'

/**
 * What a host says in its response code, as of 2026-11-23. Sources: ISO 8583:1987 and the codes that Visa and Mastercard
 * have added (issuing standards 1.7), ISO 8583:1993 for codes of three digits. A profile may say otherwise of single codes.
 *
 * - `approved`
 * - `unusable`: approved for less than was requested, or only by a telephone call; it is reversed, and declined
 * - otherwise why it is declined
 */
export type CodeMeaning = 'approved' | 'unusable' | DeclineReason
export const specialMeanings = ['approved', 'unusable'] as const

const meanings: Readonly<Record<string, CodeMeaning>> = {
  '00': 'approved',
  '08': 'approved', // honour with identification
  '10': 'unusable', // partial amount
  '11': 'approved', // VIP
  '85': 'approved', // no reason to decline, of a verification
  '03': 'rejected_by_processor', // invalid merchant
  '04': 'card_blacklisted', // pick up
  '06': 'provider_error',
  '07': 'card_blacklisted', // pick up, special condition
  '09': 'provider_error', // in progress
  12: 'rejected_by_processor',
  13: 'rejected_by_processor', // invalid amount
  14: 'card_closed', // no such number
  15: 'provider_error', // no such issuer
  19: 'provider_error', // re-enter
  30: 'rejected_by_processor', // format error
  33: 'card_expired',
  36: 'card_blacklisted',
  41: 'card_lost_or_stolen',
  43: 'card_lost_or_stolen',
  46: 'card_closed',
  51: 'insufficient_funds',
  54: 'card_expired',
  58: 'rejected_by_processor', // not permitted to the terminal
  59: 'declined_by_bank', // suspected fraud
  61: 'limit_exceeded',
  62: 'card_blacklisted',
  63: 'rejected_by_processor', // the authentication code of the message is wrong
  65: 'limit_exceeded', // of Mastercard in Europe: authentication required; a profile says so
  68: 'provider_error', // late
  70: 'authentication_required', // Mastercard: PIN or authentication
  78: 'card_closed',
  79: 'card_blacklisted',
  82: 'security_code_wrong',
  88: 'authentication_failed',
  89: 'rejected_by_processor',
  90: 'provider_error', // cutover
  91: 'provider_error',
  92: 'provider_error',
  94: 'provider_error', // duplicate
  95: 'provider_error',
  96: 'provider_error',
  '1A': 'authentication_required',
  N7: 'security_code_wrong',
  R0: 'declined_by_bank', // stop this payment
  R1: 'declined_by_bank',
  R3: 'declined_by_bank',
}

/** Of the edition of 1993: 1xx is a decline, 2xx one with pick-up, 9xx trouble on the way. */
const meanings1993: Readonly<Record<string, CodeMeaning>> = {
  '000': 'approved',
  '001': 'approved',
  '002': 'unusable',
  '003': 'approved',
  100: 'declined_by_bank',
  101: 'card_expired',
  102: 'declined_by_bank',
  104: 'card_blacklisted',
  107: 'declined_by_bank',
  109: 'rejected_by_processor',
  110: 'rejected_by_processor',
  111: 'card_closed',
  116: 'insufficient_funds',
  118: 'card_closed',
  119: 'declined_by_bank',
  120: 'rejected_by_processor',
  121: 'limit_exceeded',
  122: 'rejected_by_processor',
  123: 'limit_exceeded',
  129: 'security_code_wrong',
  201: 'card_expired',
  208: 'card_lost_or_stolen',
  209: 'card_lost_or_stolen',
}

export type Codes = ReadonlyMap<string, CodeMeaning>

/** @param changes What the profile says otherwise. */
export const codesOf = (changes: Readonly<Record<string, CodeMeaning>>): Codes =>
  new Map(Object.entries({ ...meanings, ...meanings1993, ...changes }))

/** A code that no table has is the bank's decline; trouble on the way (9xx) is the connector's own. */
export function meaningOf(code: string, codes: Codes): CodeMeaning {
  const known = codes.get(code)
  if (known) return known
  if (code.length === 3 && code.startsWith('9')) return 'provider_error'
  return code.length === 3 && code.startsWith('2') ? 'card_blacklisted' : 'declined_by_bank'
}

/** The host's answer to an advice or a reversal. */
export type AdviceMeaning = 'done' | 'notFound' | 'again' | 'refused'

/**
 * `again`: the host could not take it now. `notFound`: it does not know the original. That it has the message already
 * (94) is believed of a repeat alone: of the first one it says that the number was used for something else.
 */
export function adviceMeaningOf(
  code: string,
  { accepted, isRepeat }: { accepted: ReadonlySet<string>; isRepeat: boolean },
): AdviceMeaning {
  if (accepted.has(code) || (isRepeat && duplicate.has(code))) return 'done'
  if (notFound.has(code)) return 'notFound'
  return again.has(code) ? 'again' : 'refused'
}
export const acceptedCodes = ['00', '000', '400', '500', '800']
const duplicate = new Set(['94', '913'])
const notFound = new Set(['21', '25', '76', '914'])
const again = new Set(['06', '09', '19', '68', '90', '91', '92', '95', '96', '907', '908', '909', '911', '912', '923'])
