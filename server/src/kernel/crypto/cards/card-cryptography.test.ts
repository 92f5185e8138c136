import { describe, expect, test } from 'vitest'
import { cardVerificationValue, cardVerificationValues, sameDigits } from './card-verification.ts'
import { aesCheckValue, aesCmacCheckValue, tdesCheckValue } from './check-value.ts'
import {
  InvalidPinBlock,
  pinBlock0,
  pinBlock1,
  pinBlock3,
  pinBlock4,
  pinVerificationValue,
  readPinBlock,
  readPinBlock1,
  readPinBlock4,
  sealPinBlock,
} from './pin.ts'

const hex = (text: string) => Buffer.from(text, 'hex')
const upper = (bytes: Buffer) => bytes.toString('hex').toUpperCase()
const k = hex('0123456789ABCDEFFEDCBA9876543210')

/**
 * Vectors of published documents (HSM manuals, the documentation and tests of the library psec, ANSI X9.24-1), and
 * others that psec and an implementation on pycryptodome computed alike.
 */
describe('card verification values', () => {
  test.each([
    ['the example of HSM manuals', k, '4123456789012345', '8701', '101', '561'],
    ['the example of psec', k, '1234567890123456', '9912', '220', '170'],
    ['the stripe of a card', k, '4000000000000002', '2912', '201', '591'],
    ['CVV2 with the expiry as MMYY', k, '4000000000000002', '1229', '000', '382'],
    ['CVV2 with the expiry as YYMM', k, '4000000000000002', '2912', '000', '381'],
    ['iCVV of the chip', k, '4000000000000002', '2912', '999', '481'],
    ['a card number of 19 digits', k, '6011000990139424001', '3001', '000', '505'],
    ['a test of psec', hex('99999999999999998888888888888888'), '2222222222222222', '3333', '111', '361'],
  ])('%s', (_name, key, pan, expiry, serviceCode, value) => {
    expect(cardVerificationValue(key, { pan, expiry, serviceCode })).toBe(value)
  })

  test('an expiry of other than four digits is a mistake of the program', () => {
    expect(() => cardVerificationValue(k, { pan: '4000000000000002', expiry: '12/29', serviceCode: '000' })).toThrow()
  })

  test('a key that was taken in makes the values of many cards, also when its bytes were wiped', () => {
    const key = Buffer.from(k)
    const makeValue = cardVerificationValues(key)
    key.fill(0)
    const card = { pan: '4000000000000002', expiry: '2912' }
    expect(['201', '000', '999', '000'].map((serviceCode) => makeValue({ ...card, serviceCode }))).toEqual([
      '591',
      '381',
      '481',
      '381',
    ])
  })

  test('values are equal digit by digit, and never when their lengths differ', () => {
    expect([sameDigits('123', '123'), sameDigits('124', '123'), sameDigits('1234', '123')]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('PIN verification values', () => {
  test.each([
    ['1122334455667718', '0570', 1, '3144'],
    ['1122334455667788', '1912', 2, '3244'],
  ])('card %s, PIN %s, key index %i', (pan, pin, index, value) => {
    expect(pinVerificationValue(k, { pan, pin, index })).toBe(value)
  })
})

describe('PIN blocks', () => {
  const card = { pan: '5544332211009966', pin: '1234' }

  test('format 0', () => {
    expect(upper(pinBlock0(card))).toBe('041277CDDEEFF669')
    expect(upper(sealPinBlock(k, pinBlock0(card)))).toBe('24B5254F5321BBC2')
    const six = { pan: '4012888888881881', pin: '123456' }
    expect(upper(pinBlock0(six))).toBe('06121CDE77777E77')
    expect(upper(sealPinBlock(k, pinBlock0(six)))).toBe('D9B32418F1D01655')
  })

  test('format 1', () => {
    expect(upper(pinBlock1('1234', '0123456789'))).toBe('1412340123456789')
    expect(readPinBlock1(pinBlock1('123456'))).toBe('123456')
  })

  test('format 3', () => {
    const block = pinBlock3(card, 'ABCDEFABCD')
    expect(upper(block)).toBe('34127799ECFFA25B')
    expect(upper(sealPinBlock(k, block))).toBe('6E3179FAB4D71A73')
  })

  test('format 4 with AES-128 and AES-256', () => {
    const short = hex('00112233445566778899AABBCCDDEEFF')
    expect(upper(pinBlock4(short, { pan: '1234567890123456', pin: '1234' }, hex('0011223344556677')))).toBe(
      '3AE0EC7F83BA30908F92CCE8AA4786A2',
    )
    const long = hex('000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F')
    expect(upper(pinBlock4(long, { pan: '6011000990139424001', pin: '246810' }, hex('FFEEDDCCBBAA9988')))).toBe(
      'A2DA95B9395E31D797244481F533B0ED',
    )
  })

  test.each(['1234', '12345', '123456789012'])('the PIN %s is read back from every format', (pin) => {
    const key = hex('00112233445566778899AABBCCDDEEFF')
    expect(readPinBlock(pinBlock0({ ...card, pin }), card.pan)).toBe(pin)
    expect(readPinBlock(pinBlock3({ ...card, pin }), card.pan)).toBe(pin)
    expect(readPinBlock1(pinBlock1(pin))).toBe(pin)
    expect(readPinBlock4(key, pinBlock4(key, { ...card, pin }), card.pan)).toBe(pin)
  })

  test.each([
    ['another card number', pinBlock0(card), '4012888888881881'],
    ['a control digit of no format', hex('741277CDDEEFF669'), card.pan],
    ['a length of three', hex('031277CDDEEFF669'), card.pan],
    ['a length of thirteen', hex('0D1277CDDEEFF669'), card.pan],
    ['a fill that is not F', hex('041277CDDEEFF668'), card.pan],
    ['too few bytes', hex('041277CDDEEFF6'), card.pan],
  ])('with %s there is one error that does not say what is wrong', (_name, block, pan) => {
    expect(() => readPinBlock(block, pan)).toThrow(new InvalidPinBlock())
  })

  test.each(['123', '1234567890123', '12a4', ''])('%j is no PIN', (pin) => {
    expect(() => pinBlock0({ ...card, pin })).toThrow(InvalidPinBlock)
  })
})

test('key check values', () => {
  const aes = hex('00112233445566778899AABBCCDDEEFF')
  expect([tdesCheckValue(k), aesCheckValue(aes), aesCmacCheckValue(aes)]).toEqual(['08D7B4', 'FDE4FB', '53E107B36E'])
})
