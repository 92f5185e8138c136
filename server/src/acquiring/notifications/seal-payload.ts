import assert from 'node:assert/strict'
import { createCipheriv, randomBytes } from 'node:crypto'
import type { Secret } from '#kernel/base/secret.ts'

const keyBytes = 32
const ivBytes = 16

/**
 * Encrypts a payload for the holder of a site's private key: `base64(iv),base64(ciphertext)`, AES-256-CBC with PKCS#7.
 * The key is used as its 32 ASCII characters, never decoded (wire fact 1.8). A new iv each time, unless a test passes one.
 */
export function sealPayload(privateKey: Secret<string>, text: string, iv: Uint8Array = randomBytes(ivBytes)): string {
  const key = Buffer.from(privateKey.reveal(), 'ascii')
  assert.equal(key.length, keyBytes, 'a private key has 32 characters, without its prefix')
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${Buffer.from(iv).toString('base64')},${ciphertext.toString('base64')}`
}

/**
 * The two form fields that carry a sealed payload to a store. `result` is the older name; both hold the same text, since
 * every reader of either one expects the `iv,data` form.
 */
export function resultForm(privateKey: Secret<string>, text: string): { opensslResult: string; result: string } {
  const sealed = sealPayload(privateKey, text)
  return { opensslResult: sealed, result: sealed }
}

/** The same as the body of a request. The plus of base64 is encoded too, which receivers would read as a space. */
export function resultFormText(privateKey: Secret<string>, text: string): string {
  const sealed = encodeURIComponent(sealPayload(privateKey, text))
  return `opensslResult=${sealed}&result=${sealed}`
}
