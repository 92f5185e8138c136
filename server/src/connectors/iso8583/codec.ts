import { decodeDigits, decodeText, encodeDigits, encodeText } from './encodings.ts'
import { BadContent, type Cursor } from './field-codec.ts'
import { FieldFault, type FieldValue, type IsoMessage } from './iso-message.ts'
import type { Packaging } from './packaging.ts'

/** What could be read, and what was wrong first: the fields before the fault, and those after it if only its content was bad. */
export type Unpacked = { message: IsoMessage; fault?: FieldFault }

/** Reads one message, without its length before it. Never throws: whatever the bytes are, the result says what is wrong. */
export function unpack(bytes: Uint8Array, packaging: Packaging): Unpacked {
  const cursor: Cursor = { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), at: 0 }
  const fields = new Map<number, FieldValue>()
  const message = { mti: '', fields }
  let first: FieldFault | undefined
  try {
    message.mti = readMti(cursor, packaging)
    for (const number of readBitmaps(cursor, packaging)) {
      const codec = packaging.codecs.get(number)
      if (!codec) throw new FieldFault(number, 'there is no such field')
      try {
        fields.set(number, codec.read(cursor))
      } catch (error) {
        if (!(error instanceof BadContent)) throw error
        first ??= error
      }
    }
    if (cursor.at < bytes.length) first ??= new FieldFault(lastOf(fields), 'bytes follow the last field')
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    first ??= error
  }
  return first ? { message, fault: first } : { message }
}

/** The bytes of a message, without the length before it. Throws a `FieldFault` if a value does not fit its field. */
export function pack({ mti, fields }: IsoMessage, packaging: Packaging): Buffer {
  const numbers = [...fields.keys()].sort((one, other) => one - other)
  const contents = numbers.map((number) => {
    const codec = packaging.codecs.get(number)
    if (!codec) throw new FieldFault(number, 'there is no such field')
    return codec.write(fields.get(number)!)
  })
  return Buffer.concat([writeMti(mti, packaging), writeBitmaps(numbers, packaging), ...contents])
}

const lastOf = (fields: ReadonlyMap<number, FieldValue>): number => [...fields.keys()].at(-1) ?? 1

function readMti(cursor: Cursor, { mti: { content, text } }: Packaging): string {
  const length = content === 'packed' ? 2 : 4
  const raw = cursor.bytes.subarray(0, length)
  const mti = content === 'packed' ? decodeDigits(raw, 4, 'start') : decodeText(raw, text)
  if (raw.length < length || !/^\d{4}$/.test(mti!)) throw new FieldFault(0, 'it is not a type of message')
  cursor.at = length
  return mti!
}

function writeMti(mti: string, { mti: { content, text } }: Packaging): Buffer {
  if (!/^\d{4}$/.test(mti)) throw new FieldFault(0, 'it is not a type of message')
  return content === 'packed' ? encodeDigits(mti, 'start') : encodeText(mti, text)
}

/** Bit 1 of a bitmap says that another one follows; field 65 would be the bit for a third, which is not in use. */
function readBitmaps(cursor: Cursor, packaging: Packaging): number[] {
  const first = readBitmap(cursor, packaging)
  if (!first.includes(1)) return first
  const second = readBitmap(cursor, packaging)
  return [...first.slice(1), ...second.map((number) => number + bitmapBits)]
}

function readBitmap(cursor: Cursor, { bitmap: { content, text } }: Packaging): number[] {
  const length = content === 'hex' ? 16 : 8
  const raw = cursor.bytes.subarray(cursor.at, cursor.at + length)
  const hex = content === 'hex' ? decodeText(raw, text) : raw.toString('hex')
  if (raw.length < length || !/^[\dA-Fa-f]{16}$/.test(hex)) throw new FieldFault(1, 'it is not a bitmap')
  cursor.at += length
  const numbers: number[] = []
  for (const [index, byte] of Buffer.from(hex, 'hex').entries())
    for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) numbers.push(index * 8 + bit + 1)
  return numbers
}

function writeBitmaps(numbers: readonly number[], { bitmap: { content, text } }: Packaging): Buffer {
  const isLong = numbers.some((number) => number > bitmapBits)
  const bits = Buffer.alloc(isLong ? 16 : 8)
  for (const number of isLong ? [1, ...numbers] : numbers) {
    const index = (number - 1) >> 3
    bits[index] = bits[index]! | (0x80 >> ((number - 1) & 7))
  }
  return content === 'hex' ? encodeText(bits.toString('hex').toUpperCase(), text) : bits
}
const bitmapBits = 64
