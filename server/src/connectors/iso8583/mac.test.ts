import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { unpack } from './codec.ts'
import { hasMac, packWithMac, retailMac } from './mac.ts'
import { isoMessage, isoVector, plainFields } from './messages-under-test.ts'
import { packagingNames, packagingOf } from './packaging.ts'

const key = (hex: string) => new Secret(Uint8Array.from(Buffer.from(hex, 'hex')))
const ours = key('0123456789ABCDEFFEDCBA9876543210')

test.each([
  ['annex B of ISO/IEC 9797-1', ours, 'Now is the time for all ', 'a1c72e74ea3fa9b6'],
  ['the tests of Bouncy Castle', key('7CA110454A1A6E570131D9619DC1376E'), 'Hello World !!!!', 'f09b856213bab83b'],
])('the code is that of %s', (_source, secret, text, mac) => {
  expect(retailMac(secret, Buffer.from(text)).toString('hex')).toBe(mac)
})

test.each(packagingNames)('a message as %s carries its code in its last field, and no bit of it can change', (name) => {
  const packaging = packagingOf(name)
  for (const [id, field] of [
    ['D05', 64],
    ['D10', 128],
  ] as const) {
    const { mti, fields } = isoVector(id)
    const bytes = packWithMac(isoMessage(mti, fields), packaging, ours)
    const { message, fault } = unpack(bytes, packaging)
    expect([fault, Object.keys(plainFields(message)).at(-1)]).toEqual([undefined, String(field)])
    expect(hasMac(message, bytes, packaging, ours)).toBe(true)
    expect(hasMac(message, bytes, packaging, key('00112233445566778899AABBCCDDEEFF'))).toBe(false)
    const other = Buffer.from(bytes)
    other[20] = other[20]! ^ 1
    expect(hasMac(message, other, packaging, ours)).toBe(false)
  }
})

test('a message without a code has none', () => {
  const packaging = packagingOf('bcd')
  const bytes = Buffer.from(isoVector('D05').bcd!, 'hex').subarray(2)
  expect(hasMac(unpack(bytes, packaging).message, bytes, packaging, ours)).toBe(false)
})
