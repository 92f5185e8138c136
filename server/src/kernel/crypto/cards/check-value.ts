import { aesEncrypt, tdesEncrypt } from './tdes.ts'

/** Key check values: what people compare to know that two ends hold the same key. */

/** Of a double-length triple DES key: three bytes of the encryption of zeros. */
export const tdesCheckValue = (key: Uint8Array): string => hex(tdesEncrypt(key, Buffer.alloc(8)), 3)

/** Of an AES key, the older way: three bytes of the encryption of a block of zeros. */
export const aesCheckValue = (key: Uint8Array): string => hex(aesEncrypt(key, Buffer.alloc(16)), 3)

/** Of an AES key by ANSI X9.24-1: five bytes of the CMAC (NIST SP 800-38B) of a block of zeros. */
export function aesCmacCheckValue(key: Uint8Array): string {
  const subkey = doubled(aesEncrypt(key, Buffer.alloc(16)))
  return hex(aesEncrypt(key, subkey), 5)
}

/** Multiplication by x in the field of CMAC. */
function doubled(block: Uint8Array): Buffer {
  const number = BigInt(`0x${Buffer.from(block).toString('hex')}`)
  const shifted = (number << 1n) & ((1n << 128n) - 1n)
  const result = number >> 127n === 1n ? shifted ^ 0x87n : shifted
  return Buffer.from(result.toString(16).padStart(32, '0'), 'hex')
}

const hex = (bytes: Buffer, length: number): string => bytes.toString('hex', 0, length).toUpperCase()
