import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { generateKeys, readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import { type CardName, openCard, sealCard, wrapAgain } from './envelope.ts'

const keyFile = generateKeys()
const keys = readKeyRing(keyFile)
const pan = fc.stringMatching(/^\d{12,19}$/)
const name: fc.Arbitrary<CardName> = fc.record({
  merchantId: fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((id) => id as CardName['merchantId']),
  token: fc.uuid().map((text) => text as CardName['token']),
})

test('a card number opens under its own name as it was kept', () => {
  fc.assert(
    fc.property(name, pan, (name, pan) => {
      expect(openCard(keys, name, sealCard(keys, name, new Secret(pan))).reveal()).toBe(pan)
    }),
  )
})

test('under another token or another merchant it does not open', () => {
  fc.assert(
    fc.property(name, name, pan, (name, other, pan) => {
      const envelope = sealCard(keys, name, new Secret(pan))
      expect(() => openCard(keys, { ...name, token: other.token }, envelope)).toThrow()
      fc.pre(name.merchantId !== other.merchantId)
      expect(() => openCard(keys, { ...name, merchantId: other.merchantId }, envelope)).toThrow()
    }),
  )
})

test('a data key of one card does not open another, even one of the same merchant', () => {
  fc.assert(
    fc.property(name, fc.uuid(), pan, (name, token, pan) => {
      const other = { ...name, token: token as CardName['token'] }
      const { wrappedKey } = sealCard(keys, name, new Secret(pan))
      const { sealed } = sealCard(keys, other, new Secret(pan))
      expect(() => openCard(keys, name, { wrappedKey, sealed })).toThrow()
      expect(() => openCard(keys, other, { wrappedKey, sealed })).toThrow()
    }),
  )
})

test('any flipped byte of the wrapped key or the sealed number, and it does not open', () => {
  const card = fc.sample(name, 1)[0]!
  const envelope = sealCard(keys, card, new Secret('4111111111111111'))
  for (const part of ['wrappedKey', 'sealed'] as const) {
    for (let position = 0; position < envelope[part].length; position++) {
      const changed = Buffer.from(envelope[part])
      changed[position]! ^= 0x01
      expect(() => openCard(keys, card, { ...envelope, [part]: changed }), `${part} ${position}`).toThrow()
    }
  }
})

test('wrapped again it opens without the old master key, and the sealed number is not touched', () => {
  const both = withFreshKey(keyFile, 'vault')
  const onlyNew = JSON.parse(both)
  delete onlyNew.seal.vault[1]
  const later = readKeyRing(JSON.stringify(onlyNew))
  fc.assert(
    fc.property(name, pan, (name, pan) => {
      const old = sealCard(keys, name, new Secret(pan))
      expect(() => openCard(later, name, old)).toThrow('number 1 is not in the key file')
      const again = wrapAgain(readKeyRing(both), name, old.wrappedKey)
      expect([old.keyVersion, again.keyVersion]).toEqual([1, 2])
      expect(openCard(later, name, { sealed: old.sealed, wrappedKey: again.wrappedKey }).reveal()).toBe(pan)
    }),
  )
})
