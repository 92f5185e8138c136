import { randomInt } from 'node:crypto'

/**
 * A name for a link that cannot be guessed (93 random bits) and is easy to type: letters and digits without those
 * that look alike, and no last character that a messenger would leave out of the address.
 */
export const makeHash = (): string =>
  Array.from({ length: hashLength }, () => alphabet[randomInt(alphabet.length)]).join('')

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const hashLength = 16

/** What cannot be a hash is not looked for. */
export const isHash = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{16}$/.test(text)
