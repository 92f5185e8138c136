import { timingSafeEqual } from 'node:crypto'
import { decimalize, desEncrypter, tdesEncrypter, xor } from './tdes.ts'

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

/**
 * The values of any number of cards.
 *
 * @param key A double-length card verification key (CVK A and CVK B), 16 bytes. It is not needed again once it was taken in.
 */
export function cardVerificationValues(key: Uint8Array): (input: VerificationInput) => string {
  const [withA, withBoth] = [desEncrypter(key.subarray(0, 8)), tdesEncrypter(key)]
  return ({ pan, expiry, serviceCode }) => {
    if (!/^\d{4}$/.test(expiry) || !/^\d{3}$/.test(serviceCode) || !/^\d{12,19}$/.test(pan))
      throw new Error('A card verification value needs a card number, four digits of expiry and three of service code.')
    const input = Buffer.from((pan + expiry + serviceCode).padEnd(32, '0'), 'hex')
    const first = withA(input.subarray(0, 8))
    // The published steps after it, encrypt with A, decrypt with B, encrypt with A, are triple DES.
    return decimalize(withBoth(xor(first, input.subarray(8, 16))), 3)
  }
}

/** The value of one card. */
export const cardVerificationValue = (key: Uint8Array, input: VerificationInput): string =>
  cardVerificationValues(key)(input)

/** Compares in constant time. */
export const sameDigits = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
