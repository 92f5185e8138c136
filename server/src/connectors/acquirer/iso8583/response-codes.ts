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
  ...meaningOfAll('01 02 05 34 35 37 38 39 40 42 44 52 53 55 56 57 60 64 66 67 75', 'declined_by_bank'),
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
  93: 'declined_by_bank', // against the law
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
  ...meaningOfAll('103 105 106 108 112 113 114 115 117 124 125', 'declined_by_bank'),
  ...meaningOfAll('200 202 203 204 205 206 207 210', 'card_blacklisted'),
  ...meaningOfAll('902 903 904 905 906 907 908 909 910 911 912 913 914 923', 'provider_error'),
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

/** Codes that need no explanation here. */
function meaningOfAll(codes: string, meaning: CodeMeaning): Record<string, CodeMeaning> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, meaning]))
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

export const acceptedCodes = ['00', '000', '400', '500', '800']

/** What a profile says of codes. */
export type ResponseRules = { codes: Codes; acceptedCodes: ReadonlySet<string> }

/** Whether a table has the code: what any other one means is not known. */
const isListed = (code: string, { codes }: Pick<ResponseRules, 'codes'>): boolean =>
  codes.has(code) || isLater(code) || isUnknownOriginal(code) || isDuplicate(code)

/**
 * Whether the code says for certain that the host has not carried out what it answers: an authorization as well as what
 * follows it. All that is not so is reversed, or asked again.
 */
export function isRefusal(code: string, rules: ResponseRules): boolean {
  const meaning = rules.codes.get(code)
  const isApproval = meaning === 'approved' || meaning === 'unusable' || rules.acceptedCodes.has(code)
  return isListed(code, rules) && !isApproval && !inDoubt.has(code)
}

/** The host has the message already, or has used its number for something else. */
export const isDuplicate = (code: string): boolean => duplicate.has(code)
/** It does not know the original. */
export const isUnknownOriginal = (code: string): boolean => notFound.has(code)
/** It could not take the message now. */
export const isLater = (code: string): boolean => later.has(code)

const duplicate = new Set(['94', '913'])
const notFound = new Set(['21', '25', '76', '914'])
const later = new Set(['06', '09', '19', '68', '90', '91', '92', '95', '96', '907', '908', '909', '911', '912', '923'])
/** In progress, or late: somebody behind the host may carry it out. */
const inDoubt = new Set(['09', '68', '911', '923'])
