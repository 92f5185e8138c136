import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '#kernel/base/secret.ts'
import { aesEncrypt, desDecrypt, desEncrypt, xor } from '#kernel/crypto/cards/tdes.ts'
import { pack } from './codec.ts'
import type { IsoMessage } from './iso-message.ts'
import type { Packaging } from './packaging.ts'

/**
 * The message authentication code of card networks, over all bytes before the field. It is the last field: 64, or 128
 * when there is any field above 64, or when `field` says so. A code of more than 8 bytes is cut to its first 8.
 *
 * - `x9.19`: ISO/IEC 9797-1, algorithm 3 with padding method 1, also known as ANSI X9.19 retail MAC; the key has 16 bytes
 * - `aes-cmac`: NIST SP 800-38B (RFC 4493); the key has 16, 24 or 32 bytes
 */
export const macAlgorithms = ['x9.19', 'aes-cmac'] as const
export type MacAlgorithm = (typeof macAlgorithms)[number]
export type MacKey = Secret<Uint8Array>
export type MacLayout = { algorithm?: MacAlgorithm | undefined; field?: 64 | 128 | undefined }

/** The bytes of a message with its code. */
export function packWithMac(
  { mti, fields }: IsoMessage,
  packaging: Packaging,
  key: MacKey,
  layout: MacLayout = {},
): Buffer {
  const field = layout.field ?? macField(fields)
  const bytes = pack({ mti, fields: new Map(fields).set(field, new Uint8Array(macBytes)) }, packaging)
  const covered = bytes.subarray(0, bytes.length - macWidth(packaging))
  const mac = macOf(key, covered, layout)
  return Buffer.concat([covered, packaging.codecs.get(field)!.write(mac)])
}

/** Whether a received message ends with its code under this key. */
export function hasMac(
  { fields }: IsoMessage,
  bytes: Uint8Array,
  packaging: Packaging,
  key: MacKey,
  layout: MacLayout = {},
): boolean {
  const field = [...fields.keys()].at(-1)
  const mac = field === 64 || field === 128 ? fields.get(field) : undefined
  if (!(mac instanceof Uint8Array)) return false
  return timingSafeEqual(mac, macOf(key, bytes.subarray(0, bytes.length - macWidth(packaging)), layout))
}

const macBytes = 8
const macField = (fields: IsoMessage['fields']): number => ([...fields.keys()].some((number) => number > 64) ? 128 : 64)

/** The field has the same form in both places. */
const macWidth = ({ codecs }: Packaging): number => codecs.get(64)!.write(new Uint8Array(macBytes)).length

const macOf = (key: MacKey, bytes: Uint8Array, { algorithm }: MacLayout): Buffer =>
  algorithm === 'aes-cmac' ? aesCmac(key, bytes).subarray(0, macBytes) : retailMac(key, bytes)

/** @param key Of double length, 16 bytes. */
export function retailMac(key: MacKey, bytes: Uint8Array): Buffer {
  const [left, right] = [key.reveal().subarray(0, 8), key.reveal().subarray(8, 16)]
  let block: Buffer = Buffer.alloc(8)
  for (let at = 0; at < bytes.length; at += 8) {
    const padded = Buffer.alloc(8)
    padded.set(bytes.subarray(at, at + 8))
    block = desEncrypt(left, xor(block, padded))
  }
  return desEncrypt(left, desDecrypt(right, block))
}

/** All 16 bytes of the code (RFC 4493). */
export function aesCmac(key: MacKey, bytes: Uint8Array): Buffer {
  const encrypt = (block: Uint8Array): Buffer => aesEncrypt(key.reveal(), block)
  const whole = doubled(encrypt(Buffer.alloc(aesBlock)))
  const lastAt = Math.max(0, Math.ceil(bytes.length / aesBlock) - 1) * aesBlock
  const last = Buffer.alloc(aesBlock)
  last.set(bytes.subarray(lastAt))
  const isWhole = bytes.length - lastAt === aesBlock
  if (!isWhole) last[bytes.length - lastAt] = 0x80
  let block: Buffer = Buffer.alloc(aesBlock)
  for (let at = 0; at < lastAt; at += aesBlock) block = encrypt(xor(block, bytes.subarray(at, at + aesBlock)))
  return encrypt(xor(block, xor(last, isWhole ? whole : doubled(whole))))
}
const aesBlock = 16

/** Twice this number in the field of 2^128 elements that the standard uses. */
function doubled(block: Uint8Array): Buffer {
  const shifted = Buffer.from(block.map((byte, index) => ((byte << 1) | ((block[index + 1] ?? 0) >> 7)) & 0xff))
  if (block[0]! & 0x80) shifted[aesBlock - 1] = shifted[aesBlock - 1]! ^ 0x87
  return shifted
}
