import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { pack, unpack } from './codec.ts'
import { type FieldDefinition, fieldDefinitions } from './fields.ts'
import { framed } from './framing.ts'
import { describeMessage, FieldFault, type FieldValue, type IsoMessage } from './iso-message.ts'
import { isoMessage, isoVector, isoVectors, plainFields } from './messages-under-test.ts'
import { packagingNames, packagingOf } from './packaging.ts'

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex').subarray(2)

describe.each(packagingNames)('messages packed as %s', (name) => {
  const packaging = packagingOf(name)
  const known = isoVectors.filter((vector) => vector[name])

  test.each(known)('$id, $what: unpacks to its fields and packs to the same bytes', (vector) => {
    const { message, fault } = unpack(bytesOf(vector[name]!), packaging)
    expect(fault).toBeUndefined()
    expect({ mti: message.mti, fields: plainFields(message) }).toEqual({ mti: vector.mti, fields: vector.fields })
    expect(framed(pack(message, packaging)).toString('hex').toUpperCase()).toBe(vector[name])
    expect(
      framed(pack(isoMessage(vector.mti, vector.fields), packaging))
        .toString('hex')
        .toUpperCase(),
    ).toBe(vector[name])
  })

  test.each(isoVectors)('$id survives packing and unpacking', ({ mti, fields }) => {
    const { message, fault } = unpack(pack(isoMessage(mti, fields), packaging), packaging)
    expect([fault, plainFields(message)]).toEqual([undefined, fields])
  })

  test('any message that fits its fields survives packing and unpacking', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const packed = pack(message, packaging)
        const again = unpack(packed, packaging)
        expect(again.fault).toBeUndefined()
        expect(plainFields(again.message)).toEqual(plainFields(message))
        expect(pack(again.message, packaging)).toEqual(packed)
      }),
    )
  })

  test('any bytes are a message or a fault, and so is a message with one byte changed, left out or cut off', () => {
    const good = pack(isoMessage('0100', isoVector('D07').fields), packaging)
    const damaged = fc.tuple(fc.nat(good.length - 1), fc.nat(255), fc.nat(2)).map(([at, byte, how]) => {
      if (how === 0) return good.subarray(0, at)
      const other = Buffer.from(good)
      other[at] = byte
      return how === 1 ? other : Buffer.concat([good.subarray(0, at), good.subarray(at + 1)])
    })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), damaged), (bytes) => {
        const { message, fault } = unpack(bytes, packaging)
        expect(fault === undefined || fault instanceof FieldFault).toBe(true)
        if (fault) return
        // What was read can be written; a second bitmap of zeros is left out then.
        expect(plainFields(unpack(pack(message, packaging), packaging).message)).toEqual(plainFields(message))
      }),
      { numRuns: 500 },
    )
  })
})

describe('what is wrong with a message', () => {
  const bcd = packagingOf('bcd')
  const ascii = packagingOf('ascii')
  const asciiOf = (mti: string, bitmap: string, rest: string) => Buffer.from(`${mti}${bitmap}${rest}`)
  const faultOf = (bytes: Uint8Array, packaging = ascii) => unpack(bytes, packaging).fault?.field

  test.each([
    ['letters for a type', asciiOf('01A0', '2000000000000000', '000000'), 0],
    ['nothing at all', asciiOf('', '', ''), 0],
    ['a bitmap that is cut off', asciiOf('0100', '2000', ''), 1],
    ['a bitmap that is not hexadecimal', asciiOf('0100', '200000000000000G', '000000'), 1],
    ['an end after the bitmap', asciiOf('0100', '2000000000000000', ''), 3],
    ['a card number of 20 digits', asciiOf('0100', '4000000000000000', '2040000000000000000000'), 2],
    ['a length that is not a number', asciiOf('0100', '4000000000000000', 'x64000000000000002'), 2],
    ['a private field of 1000 characters', asciiOf('0100', '0000000000010000', `A00${'x'.repeat(1000)}`), 48],
    ['letters in an amount', asciiOf('0100', '1000000000000000', '0000000042.9'), 4],
    ['a name and place of 39 characters', asciiOf('0100', '0000000000200000', 'x'.repeat(39)), 43],
    ['a field that does not exist', asciiOf('0800', '80000000000000008000000000000000', ''), 65],
    ['bytes after the last field', asciiOf('0100', '2000000000000000', '0000000'), 3],
    ['a line break in a name', asciiOf('0100', '0000000000200000', `x\n${'x'.repeat(38)}`), 43],
  ])('%s is the fault of its field', (_what, bytes, field) => {
    expect(faultOf(bytes)).toBe(field)
  })

  test('a letter in packed digits is the fault of its field, and what follows is read', () => {
    const bytes = bytesOf(isoVector('D05').bcd!)
    const at = bytes.indexOf(Buffer.from('000000004299', 'hex'))
    bytes[at] = 0xc0
    const { message, fault } = unpack(bytes, bcd)
    expect(fault?.field).toBe(4)
    expect([message.fields.get(11), message.fields.get(49)]).toEqual(['000123', '978'])
  })

  test('a digit where a packed number of three digits has its zero is a fault', () => {
    expect(faultOf(Buffer.from('08000000000000000000', 'hex'), bcd)).toBeUndefined()
    expect(faultOf(Buffer.from('010000002000000000001978', 'hex'), bcd)).toBe(19)
    expect(faultOf(Buffer.from('010000002000000000000978', 'hex'), bcd)).toBeUndefined()
  })

  test('a second bitmap of zeros is no fault', () => {
    expect(unpack(asciiOf('0800', 'A0000000000000000000000000000000', '000000'), ascii).fault).toBeUndefined()
  })

  test('a value that does not fit is not written', () => {
    expect(() => pack(isoMessage('0100', { 3: '0000001' }), ascii)).toThrow('field 3: it does not fit')
    expect(() => pack(isoMessage('0100', { 4: '12A' }), ascii)).toThrow('field 4: it is not all digits')
    expect(() => pack(isoMessage('0100', { 48: 'x'.repeat(1000) }), ascii)).toThrow('field 48: it does not fit')
    expect(() => pack(isoMessage('010', {}), ascii)).toThrow('field 0')
    expect(() => pack({ mti: '0800', fields: new Map([[65, '1']]) }, ascii)).toThrow('field 65')
    expect(() => pack({ mti: '0100', fields: new Map([[3, new Uint8Array(3)]]) }, ascii)).toThrow('field 3')
    expect(() => pack({ mti: '0100', fields: new Map([[64, '00']]) }, ascii)).toThrow('field 64')
  })

  test('a shorter value is filled: numbers with zeros before, texts with spaces behind', () => {
    const packed = pack(isoMessage('0100', { 4: '42', 41: 'T1' }), ascii)
    expect(plainFields(unpack(packed, ascii).message)).toEqual({ 4: '000000000042', 41: 'T1      ' })
  })
})

describe('what one network does otherwise', () => {
  test('a field with another prefix, content and length is written so and read again', () => {
    const packaging = packagingOf('bcd', {
      fields: { 2: { lengthAs: 'binary', content: 'text' }, 48: { lengthAs: 'binary' }, 55: { length: 255 } },
    })
    const message = isoMessage('0100', { 2: '4000000000000002', 48: 'T', 55: '9F2701' })
    const packed = pack(message, packaging)
    expect(packed.toString('hex').slice(20)).toBe(
      `10${Buffer.from('4000000000000002').toString('hex')}000154${'0003'}9f2701`,
    )
    expect(plainFields(unpack(packed, packaging).message)).toEqual(plainFields(message))
    expect(() => pack(isoMessage('0100', { 55: 'FF'.repeat(256) }), packaging)).toThrow('field 55')
  })

  test.each([
    ['ebcdic-1047' as const, 'ad'],
    ['ebcdic-500' as const, '4a'],
  ])('texts in %s', (text, bracket) => {
    const packaging = packagingOf('ascii', { text })
    const message = isoMessage('0100', { 37: '632510000123', 43: 'JOE[S] DINER!            NEW YORK     US' })
    const packed = pack(message, packaging)
    expect(packed.subarray(0, 4).toString('hex')).toBe('f0f1f0f0')
    expect(packed.toString('hex')).toContain(`d1d6c5${bracket}e2`)
    expect(plainFields(unpack(packed, packaging).message)).toEqual(plainFields(message))
  })
})

describe('card data', () => {
  const { message } = unpack(bytesOf(isoVector('D07').bcd!), packagingOf('bcd'))

  test('is a secret as soon as it is read', () => {
    for (const number of [2, 35, 52, 55]) expect(message.fields.get(number)).toBeInstanceOf(Secret)
    expect(unpack(bytesOf(isoVector('D05').ascii!), packagingOf('ascii')).message.fields.get(48)).toBeInstanceOf(Secret)
  })

  test('is masked where a message is shown', () => {
    const shown = describeMessage(message)
    expect(shown).toContain('0100 2=555555******4444 3=000000 4=000000010000')
    expect(shown).toContain('35=[secret]')
    expect(shown).toContain('43=JOES DINER               NEW YORK     US')
    expect(shown).not.toMatch(/5555555555554444|9A3C5E7F|AABBCCDDEEFF/i)
    expect(describeMessage(isoMessage('0100', { 2: '400000000000' }))).toBe('0100 2=[secret]')
    expect(describeMessage(isoMessage('0800', { 64: '0011223344556677' }))).toBe('0800 64=0011223344556677')
  })
})

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const upTo = (length: number, character: string) =>
  fc.stringMatching(new RegExp(`^${character}{0,${Math.min(length, 60)}}$`))
const exactly = (length: number, character: string) => fc.stringMatching(new RegExp(`^${character}{${length}}$`))

function anyValue({ kind, length, prefix, secret }: FieldDefinition): fc.Arbitrary<FieldValue> {
  const plain = anyPlain(kind, length, prefix)
  if (!secret) return plain
  return plain.map((value) => (typeof value === 'string' ? new Secret(value) : new Secret(value)))
}

function anyPlain(kind: FieldDefinition['kind'], length: number, prefix: number): fc.Arbitrary<string | Uint8Array> {
  if (kind === 'b') return fc.uint8Array({ minLength: prefix === 0 ? length : 0, maxLength: Math.min(length, 200) })
  if (kind === 'x+n') return fc.tuple(fc.constantFrom('C', 'D'), digits(length)).map(([sign, rest]) => sign + rest)
  const character = kind === 'n' ? '\\d' : kind === 'z' ? '[\\d=]' : '[A-Za-z0-9 /.é]'
  return prefix === 0 ? exactly(length, character) : upTo(length, character)
}

const anyMessage: fc.Arbitrary<IsoMessage> = fc
  .tuple(digits(4), fc.subarray([...fieldDefinitions], { maxLength: 25 }))
  .chain(([mti, chosen]) =>
    fc.tuple(...chosen.map((definition) => anyValue(definition))).map((values) => ({
      mti,
      fields: new Map(chosen.map(({ number }, index) => [number, values[index]!])),
    })),
  )
