import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { unpack } from './codec.ts'
import { aesCmac, hasMac, packWithMac, retailMac } from './mac.ts'
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

/** RFC 4493, section 4: nothing, one block, a block and a half, four blocks. */
test.each([
  ['', 'bb1d6929e95937287fa37d129b756746'],
  ['6bc1bee22e409f96e93d7e117393172a', '070a16b46b4d4144f79bdd9dd04a287c'],
  [
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411',
    'dfa66747de9ae63030ca32611497c827',
  ],
  [
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710',
    '51f0bebf7e3b9d92fc49741779363cfe',
  ],
])('the code by AES is that of RFC 4493: %s', (hex, mac) => {
  expect(aesCmac(key('2b7e151628aed2a6abf7158809cf4f3c'), Buffer.from(hex, 'hex')).toString('hex')).toBe(mac)
})

test('a network may have its code in field 128 always, and made with AES', () => {
  const packaging = packagingOf('bcd')
  const layout = { algorithm: 'aes-cmac', field: 128 } as const
  const { mti, fields } = isoVector('D05')
  const bytes = packWithMac(isoMessage(mti, fields), packaging, ours, layout)
  const { message } = unpack(bytes, packaging)
  expect([...message.fields.keys()].at(-1)).toBe(128)
  expect(hasMac(message, bytes, packaging, ours, layout)).toBe(true)
  expect(hasMac(message, bytes, packaging, ours)).toBe(false)
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
