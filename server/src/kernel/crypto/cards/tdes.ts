import { createCipheriv, createDecipheriv } from 'node:crypto'

/**
 * Triple DES and AES on whole blocks without padding, as card cryptography is defined on them. OpenSSL 3 has no single
 * DES; triple DES with the same key three times is the same function.
 */
type Direction = typeof createCipheriv | typeof createDecipheriv

const blocks = (direction: Direction, cipher: string, key: Uint8Array, data: Uint8Array): Buffer => {
  const context = direction(cipher, key, null)
  context.setAutoPadding(false)
  return Buffer.concat([context.update(data), context.final()])
}

const single = (key: Uint8Array): Buffer => Buffer.concat([key, key, key])
export const desEncrypt = (key: Uint8Array, data: Uint8Array) =>
  blocks(createCipheriv, 'des-ede3-ecb', single(key), data)
export const desDecrypt = (key: Uint8Array, data: Uint8Array) =>
  blocks(createDecipheriv, 'des-ede3-ecb', single(key), data)

/** With a double-length key of 16 bytes. */
export const tdesEncrypt = (key: Uint8Array, data: Uint8Array) => blocks(createCipheriv, 'des-ede-ecb', key, data)
export const tdesDecrypt = (key: Uint8Array, data: Uint8Array) => blocks(createDecipheriv, 'des-ede-ecb', key, data)

/**
 * Encrypts any number of single blocks with a key that is taken in once, which costs more than a block does: each block by
 * itself, since the mode chains nothing and nothing is padded.
 */
const blockEncrypter = (cipher: string, key: Uint8Array): ((block: Uint8Array) => Buffer) => {
  const context = createCipheriv(cipher, key, null)
  context.setAutoPadding(false)
  return (block) => context.update(block)
}
export const desEncrypter = (key: Uint8Array) => blockEncrypter('des-ede3-ecb', single(key))
export const tdesEncrypter = (key: Uint8Array) => blockEncrypter('des-ede-ecb', key)

/** With a key of 16 or 32 bytes. */
export const aesEncrypt = (key: Uint8Array, data: Uint8Array) =>
  blocks(createCipheriv, `aes-${key.length * 8}-ecb`, key, data)
export const aesDecrypt = (key: Uint8Array, data: Uint8Array) =>
  blocks(createDecipheriv, `aes-${key.length * 8}-ecb`, key, data)

export const xor = (one: Uint8Array, other: Uint8Array): Buffer => Buffer.from(one.map((byte, at) => byte ^ other[at]!))

/**
 * The first `length` decimal digits of an encrypted block: its digits from left to right, and where those are too few,
 * its letters A to F less ten, from left to right.
 */
export function decimalize(block: Uint8Array, length: number): string {
  let [digits, ofAToF] = ['', '']
  for (const byte of block)
    for (const nibble of [byte >> 4, byte & 0xf])
      if (nibble < 10) digits += nibble
      else ofAToF += nibble - 10
  return (digits + ofAToF).slice(0, length)
}
