import { randomBytes, randomInt } from 'node:crypto'
import { aesDecrypt, aesEncrypt, decimalize, tdesDecrypt, tdesEncrypt, xor } from './tdes.ts'

/**
 * PIN verification values and PIN blocks (ISO 9564-1). A PIN has 4 to 12 digits. A block that cannot be read is one
 * error, whatever is wrong with it: more would help somebody who tries blocks.
 */
export class InvalidPinBlock extends Error {
  override readonly name = 'InvalidPinBlock'
}

/**
 * The PIN verification value: four digits by which a PIN is verified without being stored. Only its first four digits
 * count.
 * @param key A double-length PIN verification key, 16 bytes.
 * @param index Of the key, 0 to 6 (PVKI).
 */
export function pinVerificationValue(key: Uint8Array, { pan, pin, index }: PinOnCard & { index: number }): string {
  const transformed = `${pan.slice(-12, -1)}${index}${pin.slice(0, 4)}`
  return decimalize(tdesEncrypt(key, Buffer.from(transformed, 'hex')), 4)
}

export type PinOnCard = { pan: string; pin: string }

/** Format 0 (ANSI X9.8): the PIN, filled with F, and the card number over it. */
export const pinBlock0 = ({ pan, pin }: PinOnCard): Buffer => xor(pinField('0', pin, 'F'), panField(pan))

/** Format 1: no card number, for two ends where it is not known. */
export const pinBlock1 = (pin: string, fill = randomDigits()): Buffer => pinField('1', pin, fill)

/** Format 3: as format 0, with random letters as fill. */
export const pinBlock3 = ({ pan, pin }: PinOnCard, fill = randomFill()): Buffer =>
  xor(pinField('3', pin, fill), panField(pan))

/** The PIN of a block of format 0 or 3 for this card number. */
export function readPinBlock(block: Uint8Array, pan: string): string {
  if (block.length !== 8) throw new InvalidPinBlock()
  const field = xor(block, panField(pan)).toString('hex')
  const fills: Readonly<Record<string, RegExp>> = { 0: /^f*$/, 3: /^[a-f]*$/ }
  return pinIn(field, fills[field[0]!])
}

export function readPinBlock1(block: Uint8Array): string {
  const field = Buffer.from(block).toString('hex')
  return pinIn(field, field[0] === '1' && block.length === 8 ? /^/ : undefined)
}

function pinIn(field: string, fill: RegExp | undefined): string {
  const length = Number.parseInt(field[1]!, 16)
  const pin = field.slice(2, 2 + length)
  const isWhole = length >= 4 && length <= 12 && /^\d+$/.test(pin) && fill?.test(field.slice(2 + length))
  if (!isWhole) throw new InvalidPinBlock()
  return pin
}

/** Encrypted under a double-length key; the form in which a PIN travels and is stored. */
export const sealPinBlock = (key: Uint8Array, block: Uint8Array): Buffer => tdesEncrypt(key, block)
export function openPinBlock(key: Uint8Array, sealed: Uint8Array): Buffer {
  if (sealed.length !== 8) throw new InvalidPinBlock()
  return tdesDecrypt(key, sealed)
}

/** Format 4, always encrypted: 16 bytes under an AES key of 16 or 32. */
export function pinBlock4(key: Uint8Array, { pan, pin }: PinOnCard, random: Uint8Array = randomBytes(8)): Buffer {
  const plain = Buffer.from(`4${lengthOf(pin)}${pin}`.padEnd(16, 'A') + Buffer.from(random).toString('hex'), 'hex')
  return aesEncrypt(key, xor(aesEncrypt(key, plain), panField4(pan)))
}

export function readPinBlock4(key: Uint8Array, block: Uint8Array, pan: string): string {
  if (block.length !== 16) throw new InvalidPinBlock()
  const field = aesDecrypt(key, xor(aesDecrypt(key, block), panField4(pan))).toString('hex')
  return pinIn(field.slice(0, 16), field[0] === '4' ? /^a*$/ : undefined)
}

const pinField = (control: string, pin: string, fill: string): Buffer =>
  Buffer.from(`${control}${lengthOf(pin)}${pin}${fill.length === 1 ? fill.repeat(14) : fill}`.slice(0, 16), 'hex')

function lengthOf(pin: string): string {
  if (!/^\d{4,12}$/.test(pin)) throw new InvalidPinBlock()
  return pin.length.toString(16)
}

/** The 12 rightmost digits without the check digit. */
const panField = (pan: string): Buffer => Buffer.from(`0000${pan.slice(-13, -1)}`, 'hex')
const panField4 = (pan: string): Buffer => Buffer.from(`${(pan.length - 12).toString(16)}${pan}`.padEnd(32, '0'), 'hex')

const randomDigits = (): string => Array.from({ length: 14 }, () => randomInt(10)).join('')
const randomFill = (): string => Array.from({ length: 14 }, () => 'ABCDEF'[randomInt(6)]).join('')
