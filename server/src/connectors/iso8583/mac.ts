import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '#kernel/base/secret.ts'
import { desDecrypt, desEncrypt, xor } from '#kernel/crypto/cards/tdes.ts'
import { pack } from './codec.ts'
import type { IsoMessage } from './iso-message.ts'
import type { Packaging } from './packaging.ts'

/**
 * The message authentication code of card networks: ISO/IEC 9797-1, algorithm 3 with padding method 1, also known as ANSI
 * X9.19 retail MAC, over all bytes before the field. It is the last field: 64, or 128 when there is any field above 64.
 */
export type MacKey = Secret<Uint8Array>

/** The bytes of a message with its code. */
export function packWithMac({ mti, fields }: IsoMessage, packaging: Packaging, key: MacKey): Buffer {
  const field = macField(fields)
  const bytes = pack({ mti, fields: new Map(fields).set(field, new Uint8Array(macBytes)) }, packaging)
  const covered = bytes.subarray(0, bytes.length - macWidth(packaging))
  const mac = retailMac(key, covered)
  return Buffer.concat([covered, packaging.codecs.get(field)!.write(mac)])
}

/** Whether a received message ends with its code under this key. */
export function hasMac({ fields }: IsoMessage, bytes: Uint8Array, packaging: Packaging, key: MacKey): boolean {
  const field = [...fields.keys()].at(-1)
  const mac = field === 64 || field === 128 ? fields.get(field) : undefined
  if (!(mac instanceof Uint8Array)) return false
  return timingSafeEqual(mac, retailMac(key, bytes.subarray(0, bytes.length - macWidth(packaging))))
}

const macBytes = 8
const macField = (fields: IsoMessage['fields']): number => ([...fields.keys()].some((number) => number > 64) ? 128 : 64)

/** The field has the same form in both places. */
const macWidth = ({ codecs }: Packaging): number => codecs.get(64)!.write(new Uint8Array(macBytes)).length

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
