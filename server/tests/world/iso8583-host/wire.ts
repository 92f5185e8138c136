import { createCipheriv, createDecipheriv } from 'node:crypto'

/**
 * ISO 8583 in packed digits, as a host has it: written for the emulated host alone, from the table of the standard, so
 * that it shares no mistake with the connector. Texts by the number of their field; 0 is the type.
 */
export type Fields = Readonly<Record<number, string>>

/** Digits, characters, bytes, or a sign and digits of fixed length, and those with a length of so many digits before them. */
const formats: Readonly<Record<number, `${'n' | 'a' | 'b' | 'x'}${number}` | 'nLL' | 'aLL' | 'aLLL'>> = {
  2: 'nLL',
  3: 'n6',
  4: 'n12',
  7: 'n10',
  11: 'n6',
  12: 'n6',
  13: 'n4',
  14: 'n4',
  15: 'n4',
  18: 'n4',
  22: 'n3',
  25: 'n2',
  32: 'nLL',
  37: 'a12',
  38: 'a6',
  39: 'a2',
  41: 'a8',
  42: 'a15',
  43: 'a40',
  44: 'aLL',
  48: 'aLLL',
  49: 'a3',
  50: 'a3',
  60: 'aLLL',
  62: 'aLLL',
  64: 'b8',
  66: 'n1',
  70: 'n3',
  74: 'n10',
  75: 'n10',
  76: 'n10',
  77: 'n10',
  81: 'n10',
  86: 'n16',
  87: 'n16',
  88: 'n16',
  89: 'n16',
  90: 'n42',
  97: 'x16',
  128: 'b8',
}

export function parse(bytes: Buffer): Fields {
  const found: Record<number, string> = { 0: bytes.toString('hex', 0, 2) }
  const isLong = (bytes[2]! & 0x80) !== 0
  let at = isLong ? 18 : 10
  for (let field = 2; field <= (isLong ? 128 : 64); field++) {
    if (!(bytes[2 + ((field - 1) >> 3)]! & (0x80 >> ((field - 1) & 7)))) continue
    const format = formats[field]
    if (!format) throw new Error(`the host knows no field ${field}`)
    const { length, next } = lengthAt(bytes, at, format)
    const size = format[0] === 'n' ? Math.ceil(length / 2) : format[0] === 'x' ? 1 + length / 2 : length
    const raw = bytes.subarray(next, next + size)
    if (format[0] === 'x') found[field] = raw.toString('latin1', 0, 1) + raw.toString('hex', 1)
    else found[field] = format[0] === 'a' ? raw.toString('latin1') : digitsOf(raw.toString('hex'), length, format)
    at = next + size
  }
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes follow the last field`)
  return found
}

function lengthAt(bytes: Buffer, at: number, format: string): { length: number; next: number } {
  if (format.endsWith('LLL')) return { length: Number(bytes.toString('hex', at, at + 2)), next: at + 2 }
  if (format.endsWith('LL')) return { length: Number(bytes.toString('hex', at, at + 1)), next: at + 1 }
  return { length: Number(format.slice(1)), next: at }
}

/** An odd number of digits has its zero before them, or behind them where the length varies. */
const digitsOf = (hex: string, length: number, format: string): string =>
  format[0] === 'b' ? hex : format.endsWith('L') ? hex.slice(0, length) : hex.slice(hex.length - length)

export function print(fields: Fields): Buffer {
  const numbers = Object.keys(fields)
    .map(Number)
    .filter((field) => field > 1 && fields[field] !== undefined)
  const isLong = numbers.some((field) => field > 64)
  const bits = Buffer.alloc(isLong ? 16 : 8)
  for (const field of isLong ? [1, ...numbers] : numbers) bits[(field - 1) >> 3]! |= 0x80 >> ((field - 1) & 7)
  const contents = numbers.sort((one, other) => one - other).map((field) => contentOf(field, fields[field]!))
  return Buffer.concat([Buffer.from(fields[0]!, 'hex'), bits, ...contents])
}

function contentOf(field: number, text: string): Buffer {
  const format = formats[field]!
  const varies = format.endsWith('L')
  const prefix = varies ? Buffer.from(String(text.length).padStart(format.endsWith('LLL') ? 4 : 2, '0'), 'hex') : []
  if (format[0] === 'b') return Buffer.from(text, 'hex')
  if (format[0] === 'x') return Buffer.concat([Buffer.from(text[0]!), Buffer.from(text.slice(1), 'hex')])
  if (format[0] === 'a')
    return Buffer.concat([
      Buffer.from(prefix),
      Buffer.from(varies ? text : text.padEnd(Number(format.slice(1))), 'latin1'),
    ])
  const digits = varies ? text : text.padStart(Number(format.slice(1)), '0')
  const even = digits.length % 2 === 0 ? digits : varies ? `${digits}0` : `0${digits}`
  return Buffer.concat([Buffer.from(prefix), Buffer.from(even, 'hex')])
}

/** ANSI X9.19: chained single DES, and triple DES for the last block. */
export function codeOf(key: Buffer, bytes: Buffer): string {
  const single = Buffer.concat([key.subarray(0, 8), key.subarray(0, 8), key.subarray(0, 8)])
  const chained = createCipheriv('des-ede3-cbc', single, Buffer.alloc(8)).setAutoPadding(false)
  const padded = Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)])
  const last = Buffer.concat([chained.update(padded), chained.final()]).subarray(-8)
  const right = Buffer.concat([key.subarray(8), key.subarray(8), key.subarray(8)])
  const middle = createDecipheriv('des-ede3-ecb', right, null).setAutoPadding(false).update(last)
  return createCipheriv('des-ede3-ecb', single, null).setAutoPadding(false).update(middle).toString('hex')
}
