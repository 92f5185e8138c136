import { randomInt } from 'node:crypto'
import type { OrderId } from '#acquiring/ids'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/**
 * A name for a link that cannot be guessed (93 random bits) and is easy to type: letters and digits without those
 * that look alike, and no last character that a messenger would leave out of the address.
 */
export const makeHash = (): string =>
  Array.from({ length: hashLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * The hash of the link that recovers an order: always the same one, so that an order has one such link at most, however
 * many people make it at the same time; and only we can compute it. The key is never rotated.
 */
export const recoveryHash = (keys: KeyRing, orderId: OrderId): string =>
  [...keys.fingerprint('page', `recovery link of order ${orderId}`).subarray(0, hashLength)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const hashLength = 16

/** What cannot be a hash is not looked for. */
export const isHash = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{16}$/.test(text)
