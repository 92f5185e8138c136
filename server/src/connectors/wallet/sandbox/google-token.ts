import { createCipheriv, createHmac, type KeyObject, sign } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { messageKeysOf, signedBytes, zeroIv } from '../google/payment-token.ts'
import { pointOf, sharedSecretOf, spkiOf } from '../p256.ts'
import { newKey } from './certificates.ts'
import type { TestIssuer } from './issuer.ts'

export type GoogleTokenInput = {
  issuer: TestIssuer['google']
  /** The gateway's or merchant's. */
  publicKey: KeyObject
  recipientId: string
  /** What is encrypted, in Google's own names. */
  content: object
  /** Until when its intermediate key signs. */
  keyExpiresAt: Instant
}

/** `tokenizationData.token`, made as Google's servers make it: the text of a JSON object. */
export function makeGoogleToken({ issuer, publicKey, recipientId, content, keyExpiresAt }: GoogleTokenInput): string {
  const [intermediate, ephemeral] = [newKey(), newKey()]
  const keyExpiration = String(keyExpiresAt.epochMilliseconds)
  const signedKey = JSON.stringify({ keyValue: spkiOf(intermediate).toString('base64'), keyExpiration })
  const { encryption, authentication } = messageKeysOf(pointOf(ephemeral), sharedSecretOf(ephemeral, publicKey))
  const cipher = createCipheriv('aes-256-ctr', encryption, zeroIv)
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(content), 'utf8'), cipher.final()])
  const signedMessage = JSON.stringify({
    encryptedMessage: encrypted.toString('base64'),
    ephemeralPublicKey: pointOf(ephemeral).toString('base64'),
    tag: createHmac('sha256', authentication).update(encrypted).digest('base64'),
  })
  const signatureBy = (key: KeyObject, parts: readonly string[]) =>
    sign('sha256', signedBytes(parts), key).toString('base64')
  return JSON.stringify({
    protocolVersion: 'ECv2',
    signature: signatureBy(intermediate, ['Google', recipientId, 'ECv2', signedMessage]),
    intermediateSigningKey: {
      signedKey,
      signatures: [signatureBy(issuer.rootKey, ['Google', 'ECv2', signedKey])],
    },
    signedMessage,
  })
}
