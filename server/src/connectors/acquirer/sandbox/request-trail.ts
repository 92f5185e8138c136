import { createHash } from 'node:crypto'
import type { RequestKey } from '../port.ts'

/**
 * The identifiers that an acquirer and the card networks assign. They are made from the key of the request alone, so a
 * repeated request has the same identifiers.
 */

/** The sandbox's reference of a request. */
export const referenceOf = (key: RequestKey): string => `sbx_${characters('reference', key, 20).toLowerCase()}`

/** The sandbox's own name of a dispute, by the key of its opening. */
export const disputeNameOf = (key: RequestKey): string => `dsp_${characters('dispute', key, 16).toLowerCase()}`

/** The key of a dispute that a test card opens by itself: a UUID that is the same in every process. */
export function disputeKeyOf(authorization: RequestKey, step: 'beginning' | 'end'): RequestKey {
  const hex = createHash('sha256').update(`${step} of the dispute of ${authorization}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Six characters, as issuers give them. */
export const authorizationCodeOf = (key: RequestKey): string => characters('authorization code', key, 6)

/**
 * Visa's transaction identifier is 15 digits. Mastercard's trace id is the 9 characters of its reference followed by
 * the month and day of the settlement. The other brands get 15 digits.
 */
export function networkTransactionIdOf(key: RequestKey, pan: string, on: Temporal.PlainDate): string {
  if (!isMastercard(pan)) return `4${digits('network', key, 14)}`
  return `${characters('network', key, 9)}${twoDigits(on.month)}${twoDigits(on.day)}`
}

const isMastercard = (pan: string): boolean => /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(pan)
const twoDigits = (number: number): string => String(number).padStart(2, '0')

function characters(purpose: string, key: RequestKey, length: number): string {
  return numberOf(purpose, key).toString(36).toUpperCase().slice(-length)
}
function digits(purpose: string, key: RequestKey, length: number): string {
  return numberOf(purpose, key).toString().slice(-length)
}
const numberOf = (purpose: string, key: RequestKey): bigint =>
  BigInt(`0x${createHash('sha256').update(`${purpose} of ${key}`).digest('hex')}`)
