import { createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'

/** Both wallets use this curve for their tokens and no other. */
export const isP256 = (key: KeyObject): boolean =>
  key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'

/** A public key of P-256 from its SubjectPublicKeyInfo in DER. Undefined: it is none. */
export function readPublicKey(der: Uint8Array): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
    return isP256(key) ? key : undefined
  } catch {
    return undefined
  }
}

/** The same from an uncompressed point: 04, x and y. A point that is not on the curve is none. */
export const readPoint = (point: Uint8Array): KeyObject | undefined =>
  point.length === pointBytes ? readPublicKey(Buffer.concat([spkiOfP256, point])) : undefined

const pointBytes = 65
/** SubjectPublicKeyInfo of a point of P-256 up to the point (RFC 5480). */
const spkiOfP256 = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')

/** Of a private key: that of its public half. */
export const spkiOf = (key: KeyObject): Buffer =>
  (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'der', type: 'spki' })
export const pointOf = (key: KeyObject): Buffer => spkiOf(key).subarray(-pointBytes)

/** The secret that both sides of an exchange compute: 32 bytes. */
export const sharedSecretOf = (privateKey: KeyObject, publicKey: KeyObject): Buffer =>
  diffieHellman({ privateKey, publicKey })
