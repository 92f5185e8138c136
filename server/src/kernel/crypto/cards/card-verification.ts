import { timingSafeEqual } from 'node:crypto'
import { decimalize, desDecrypt, desEncrypt, xor } from './tdes.ts'

/**
 * The published algorithm of the card verification value: one algorithm, and three values by the service code that goes
 * in. The stripe's own code makes CVV, 000 makes CVV2 (printed on the card), 999 makes iCVV (in the chip).
 */
export type VerificationInput = {
  pan: string
  /** Four digits, in the order of the card product: YYMM or MMYY. It never changes for cards that are issued. */
  expiry: string
  /** Three digits. */
  serviceCode: string
}

/** @param key A double-length card verification key (CVK A and CVK B), 16 bytes. */
export function cardVerificationValue(key: Uint8Array, { pan, expiry, serviceCode }: VerificationInput): string {
  if (!/^\d{4}$/.test(expiry) || !/^\d{3}$/.test(serviceCode) || !/^\d{12,19}$/.test(pan))
    throw new Error('A card verification value needs a card number, four digits of expiry and three of service code.')
  const [cvkA, cvkB] = [key.subarray(0, 8), key.subarray(8, 16)]
  const input = Buffer.from((pan + expiry + serviceCode).padEnd(32, '0'), 'hex')
  const first = desEncrypt(cvkA, input.subarray(0, 8))
  const mixed = desEncrypt(cvkA, xor(first, input.subarray(8, 16)))
  return decimalize(desEncrypt(cvkA, desDecrypt(cvkB, mixed)), 3)
}

/** Compares in constant time. */
export const sameDigits = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
