import { createCipheriv, createECDH, createHash, createHmac, type KeyObject } from 'node:crypto'
import { CompactSign } from 'jose'
import type { Secret } from '#kernel/base/secret.ts'

/** What goes to the first wallet: for the device's certificate only, and signed by us. */
export type ApplePass = { encryptedPassData: string; activationData: string; ephemeralPublicKey: string }

export type PassInput = {
  pan: Secret<string>
  expiryMonth: number
  expiryYear: number
  name: string
  cardId: string
  /** Hexadecimal, in small letters. */
  nonce: string
  nonceSignature: string
  leafKey: KeyObject
  signer: { kid: string; key: KeyObject }
  /** ISO 8601 */
  madeAt: string
}

/**
 * Florin's construction (decision 57), since the wallet's own is not public: an ephemeral P-256 key and the key of the
 * leaf certificate make the shared secret; its single-step KDF (NIST SP 800-56A) an AES-256-GCM key for the pass data.
 */
export async function makeApplePass(input: PassInput): Promise<ApplePass> {
  const ephemeral = createECDH('prime256v1')
  const ephemeralPublicKey = ephemeral.generateKeys()
  const leaf = pointOf(input.leafKey)
  const shared = ephemeral.computeSecret(leaf)
  const expiry = `${String(input.expiryMonth).padStart(2, '0')}/${String(input.expiryYear % 100).padStart(2, '0')}`
  const { pan, name, nonce, nonceSignature } = input
  const clear = JSON.stringify({ primaryAccountNumber: pan.reveal(), expiration: expiry, name, nonce, nonceSignature })
  const cipher = createCipheriv('aes-256-gcm', derived(shared, leaf, 1), Buffer.alloc(16))
  const encrypted = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final(), cipher.getAuthTag()])
  // Under a key of this pass: a plain digest of a card number could be searched.
  const panDigest = createHmac('sha256', derived(shared, leaf, 2))
    .update(pan.reveal())
    .digest('base64url')
  const claims = { panDigest, expiration: expiry, nonce, cardId: input.cardId, madeAt: input.madeAt }
  const { kid, key } = input.signer
  const jws = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'florin-activation' })
    .sign(key)
  return {
    encryptedPassData: encrypted.toString('base64'),
    activationData: Buffer.from(jws).toString('base64'),
    ephemeralPublicKey: ephemeralPublicKey.toString('base64'),
  }
}

/** The first key (1) encrypts, the second (2) makes the digest of the card number. */
function derived(shared: Buffer, leaf: Buffer, counter: 1 | 2): Buffer {
  const algorithm = Buffer.from('id-aes256-GCM')
  return createHash('sha256')
    .update(Buffer.from([0, 0, 0, counter]))
    .update(shared)
    .update(Buffer.from([algorithm.length]))
    .update(algorithm)
    .update('Apple')
    .update(createHash('sha256').update(leaf).digest())
    .digest()
}

/** Uncompressed: 65 bytes. */
function pointOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
}
