import { createHash, randomBytes } from 'node:crypto'
import type { Secret } from '#kernel/base/secret.ts'

/**
 * A cryptogram of the sandbox: 20 bytes in base64, as those of Visa and Mastercard are. The sandbox acquirer can tell
 * whether it was made for a number, as the card networks can; there is no secret in it, and no money behind it.
 */
export const makeCryptogram = (pan: Secret<string>): string => cryptogramOf(pan.reveal(), randomBytes(nonceBytes))

export function isCryptogramOf(pan: string, cryptogram: string): boolean {
  const nonce = Buffer.from(cryptogram, 'base64').subarray(0, nonceBytes)
  return nonce.length === nonceBytes && cryptogramOf(pan, nonce) === cryptogram
}

function cryptogramOf(pan: string, nonce: Uint8Array): string {
  const digest = createHash('sha256').update(`sandbox cryptogram of ${pan}`).update(nonce).digest()
  return Buffer.concat([nonce, digest.subarray(0, 20 - nonceBytes)]).toString('base64')
}
const nonceBytes = 4
