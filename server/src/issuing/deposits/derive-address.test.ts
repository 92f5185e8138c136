import { HDKey } from '@scure/bip32'
import { describe, expect, test } from 'vitest'
import { deriveAddress, problemOfXpub } from './derive-address.ts'

/** Of m/44'/60'/0' of the mnemonic of eleven `test` and `junk`. */
const xpub =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP'

describe('addresses from an extended public key', () => {
  test.each([
    [0, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    [1, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    [2, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
    [7, '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'],
    [100, '0x8C3229EC621644789d7F61FAa82c6d0E5F97d43D'],
    [2_147_483_647, '0x9d90537E6c8631CF4cBf3F3049519844027a3d68'],
  ])('index %d is %s', (index, address) => {
    expect(deriveAddress(xpub, index)).toBe(address)
  })

  test.each([-1, 0.5, 2 ** 31])('%d is no index', (index) => {
    expect(() => deriveAddress(xpub, index)).toThrow(RangeError)
  })
})

describe('what may be configured', () => {
  const ofPrivateKey = HDKey.fromMasterSeed(new Uint8Array(32).fill(7))

  test('is an extended public key', () => {
    expect(problemOfXpub(xpub)).toBeUndefined()
    expect(problemOfXpub(ofPrivateKey.publicExtendedKey)).toBeUndefined()
  })

  test('is never a private key, however it is written', () => {
    expect(problemOfXpub(ofPrivateKey.privateExtendedKey)).toBe('private')
    expect(problemOfXpub(`tprv${xpub.slice(4)}`)).toBe('private')
    // The prefix of a public key in front of a private one.
    expect(problemOfXpub(`xpub${ofPrivateKey.privateExtendedKey.slice(4)}`)).toBeDefined()
  })

  test.each(['', 'xpub', `${xpub}x`, xpub.slice(0, -1), `${xpub.slice(0, -1)}Q`, '0x1234'])('is not %s', (text) => {
    expect(problemOfXpub(text)).toBe('unreadable')
  })
})
