import { Secret } from '#kernel/base/secret.ts'
import { decodeDigits, decodeText, encodeDigits, encodeText, type TextEncoding } from './encodings.ts'
import type { FieldDefinition } from './fields.ts'
import { FieldFault, type FieldValue } from './iso-message.ts'

/**
 * How a field is put on the wire.
 *
 * - `content`: as characters, as packed digits (two to a byte), as bytes, or bytes as hexadecimal characters
 * - `lengthAs`: the length before it, as characters, as packed digits, or as a binary number
 * - `zeroAt`: where the zero goes that fills an odd number of packed digits
 */
export type FieldFormat = {
  content: 'text' | 'packed' | 'bytes' | 'hex'
  lengthAs: 'text' | 'packed' | 'binary'
  zeroAt: 'start' | 'end'
  text: TextEncoding
}

/** Where reading has arrived in a message. */
export type Cursor = { bytes: Buffer; at: number }

export type FieldCodec = {
  definition: FieldDefinition
  /** Moves the cursor behind the field. Throws a `FieldFault`; `badContent` of it says that the cursor has moved. */
  read(cursor: Cursor): FieldValue
  write(value: FieldValue): Buffer
}

/** A field of the right size with the wrong content: what follows it can still be read. */
export class BadContent extends FieldFault {}

export function fieldCodec(definition: FieldDefinition, format: FieldFormat): FieldCodec {
  const { number, secret } = definition
  return {
    definition,
    read: (cursor) => {
      const count = definition.prefix === 0 ? wireLength(definition, format) : readPrefix(cursor, definition, format)
      const raw = take(cursor, number, byteLength(count, definition, format))
      const value = definition.kind === 'b' ? readBytes(raw, number, format) : readText(raw, count, definition, format)
      if (!secret) return value
      return typeof value === 'string' ? new Secret(value) : new Secret(value)
    },
    write: (value) => {
      const plain = value instanceof Secret ? value.reveal() : value
      const [content, count] =
        typeof plain === 'string' ? writeText(plain, definition, format) : writeBytes(plain, definition, format)
      return definition.prefix === 0 ? content : Buffer.concat([writePrefix(count, definition, format), content])
    },
  }
}

/** The length as prefixes count it: of bytes in hexadecimal, the characters. */
const wireLength = ({ length, kind }: FieldDefinition, { content }: FieldFormat): number =>
  kind === 'b' && content === 'hex' ? length * 2 : kind === 'x+n' ? length + 1 : length

/** How many bytes a content of so many digits, characters or bytes takes. */
function byteLength(count: number, { kind }: FieldDefinition, { content }: FieldFormat): number {
  if (content !== 'packed') return count
  return kind === 'x+n' ? 1 + Math.ceil((count - 1) / 2) : Math.ceil(count / 2)
}

function take(cursor: Cursor, field: number, length: number): Buffer {
  const end = cursor.at + length
  if (end > cursor.bytes.length) throw new FieldFault(field, 'the message ends before it')
  const taken = cursor.bytes.subarray(cursor.at, end)
  cursor.at = end
  return taken
}

function readPrefix(cursor: Cursor, definition: FieldDefinition, format: FieldFormat): number {
  const { number, prefix } = definition
  const count = prefixValue(take(cursor, number, prefixBytes(definition, format)), prefix, format)
  const max = wireLength(definition, format)
  if (count === undefined) throw new FieldFault(number, 'its length is not a number')
  if (count > max) throw new FieldFault(number, `its length is ${count}, and at most ${max} is allowed`)
  return count
}

const prefixBytes = ({ prefix }: FieldDefinition, format: FieldFormat): number =>
  format.lengthAs === 'text' ? prefix : prefix === 2 ? 1 : 2

function prefixValue(bytes: Buffer, digits: number, { lengthAs, text }: FieldFormat): number | undefined {
  if (lengthAs === 'binary') return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  const shown = lengthAs === 'text' ? decodeText(bytes, text) : decodeDigits(bytes, bytes.length * 2, 'start')!
  if (!/^\d+$/.test(shown)) return undefined
  return Number(shown) < 10 ** digits ? Number(shown) : undefined
}

function writePrefix(count: number, definition: FieldDefinition, format: FieldFormat): Buffer {
  const width = prefixBytes(definition, format)
  const max = format.lengthAs === 'binary' ? 256 ** width : 10 ** definition.prefix
  if (count >= max) throw new FieldFault(definition.number, 'it does not fit')
  if (format.lengthAs === 'binary') return Buffer.from(count.toString(16).padStart(width * 2, '0'), 'hex')
  const digits = String(count).padStart(definition.prefix, '0')
  return format.lengthAs === 'text' ? encodeText(digits, format.text) : encodeDigits(digits, 'start')
}

function readBytes(raw: Buffer, field: number, { content, text }: FieldFormat): Uint8Array {
  // A copy: a field that is kept must not keep all that arrived with it.
  if (content !== 'hex') return Uint8Array.from(raw)
  const hex = decodeText(raw, text)
  if (hex.length % 2 !== 0 || !/^[\dA-Fa-f]*$/.test(hex)) throw new BadContent(field, 'it is not hexadecimal')
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}

function writeBytes(bytes: Uint8Array, definition: FieldDefinition, { content, text }: FieldFormat): [Buffer, number] {
  const { number, length, prefix, kind } = definition
  if (kind !== 'b') throw new FieldFault(number, 'it is a text, not bytes')
  if (prefix === 0 ? bytes.length !== length : bytes.length > length) throw new FieldFault(number, 'it does not fit')
  const written =
    content === 'hex' ? encodeText(Buffer.from(bytes).toString('hex').toUpperCase(), text) : Buffer.from(bytes)
  return [written, written.length]
}

function readText(raw: Buffer, count: number, { number, kind }: FieldDefinition, format: FieldFormat): string {
  const text = format.content === 'packed' ? unpacked(raw, count, kind, format) : decodeText(raw, format.text)
  const fault = text === undefined ? 'the fill digit is not zero' : textFault(text, kind)
  if (text === undefined || fault) throw new BadContent(number, fault ?? 'it cannot be read')
  return text
}

function unpacked(raw: Buffer, count: number, kind: FieldDefinition['kind'], format: FieldFormat): string | undefined {
  if (kind !== 'x+n') return decodeDigits(raw, count, format.zeroAt)?.replaceAll('d', '=')
  const digits = decodeDigits(raw.subarray(1), count - 1, 'start')
  return digits === undefined ? undefined : decodeText(raw.subarray(0, 1), format.text) + digits
}

/** A shorter text is filled: digits with zeros before them, characters with spaces behind them. */
function writeText(text: string, definition: FieldDefinition, format: FieldFormat): [Buffer, number] {
  const { number, kind, prefix } = definition
  const length = wireLength(definition, format)
  if (kind === 'b') throw new FieldFault(number, 'it is bytes, not a text')
  if (text.length > length) throw new FieldFault(number, 'it does not fit')
  const filled = prefix > 0 ? text : kind === 'n' ? text.padStart(length, '0') : text.padEnd(length, ' ')
  const fault = textFault(filled, kind)
  if (fault) throw new FieldFault(number, fault)
  return [format.content === 'packed' ? packed(filled, kind, format) : encodeText(filled, format.text), filled.length]
}

const packed = (text: string, kind: FieldDefinition['kind'], { zeroAt, text: encoding }: FieldFormat): Buffer =>
  kind === 'x+n'
    ? Buffer.concat([encodeText(text.slice(0, 1), encoding), encodeDigits(text.slice(1), 'start')])
    : encodeDigits(text.replaceAll('=', 'd'), zeroAt)

const textFault = (text: string, kind: FieldDefinition['kind']): string | undefined =>
  kind in patterns && !patterns[kind as keyof typeof patterns].test(text)
    ? faults[kind as keyof typeof patterns]
    : undefined

const patterns = {
  n: /^\d*$/,
  z: /^[\d=D]*$/,
  'x+n': /^[CD]\d+$/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the field must not have
  an: /^[^\u0000-\u001f\u007f-\u009f]*$/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the field must not have
  ans: /^[^\u0000-\u001f\u007f-\u009f]*$/,
} as const
const faults: Readonly<Record<keyof typeof patterns, string>> = {
  n: 'it is not all digits',
  z: 'it is not a track',
  'x+n': 'it is not C or D and digits',
  an: 'it has a control character',
  ans: 'it has a control character',
}
