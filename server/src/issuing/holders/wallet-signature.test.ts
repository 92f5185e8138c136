import { privateKeyToAccount } from 'viem/accounts'
import { hashMessage, keccak256 } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { readWalletAddress } from './wallet-address.ts'
import { isSignedBy, multiversxHash } from './wallet-signature.ts'

/** The vector of the standard's own text, made with viem and with Python's ecdsa and pycryptodomex. */
const evm = {
  wallet: readWalletAddress('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'),
  message: [
    'florin.example wants you to sign in with your Ethereum account:',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '',
    'Log in to Florin.',
    '',
    'URI: https://florin.example/v1/auth/login/wallet',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 7f3a9c21d4e80b56',
    'Issued At: 2026-11-21T09:32:15.000Z',
    'Expiration Time: 2026-11-21T09:37:15.000Z',
    'Request ID: chl_01',
  ].join('\n'),
  hash: '0xa4d3724e3a5cd7a5d99c6b0b2399458e93d50183ad3f29aa77cd99b13dae22ab',
  signature:
    '0xede194dfbe22d031a989e68a85add44eb4f503cac6594081694ef7f72ca03e841b5fe64bce8eb2e0b9d6f5fb44ca0d23071da8604f4e506bbc2433f68409b0a01b',
}

describe('EVM', () => {
  const { wallet, message, signature } = evm
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const [r, s] = [signature.slice(2, 66), signature.slice(66, 130)]
  const highS = (order - BigInt(`0x${s}`)).toString(16).padStart(64, '0')

  test('the vector is signed by its address', async () => {
    expect(hashMessage(message)).toBe(evm.hash)
    expect(await isSignedBy(wallet, message, signature)).toBe(true)
  })

  test('the last byte may be 27 and 28, or 0 and 1', async () => {
    expect(await isSignedBy(wallet, message, `0x${r}${s}00`)).toBe(true)
    expect(await isSignedBy(wallet, message, `0x${r}${s}01`)).toBe(false)
  })

  test.each([
    ['one byte of the message is another', `${message} `, signature],
    ['the high s of the same signature', message, `0x${r}${highS}1c`],
    ['a last byte that is none', message, `0x${r}${s}1d`],
    ['64 bytes', message, `0x${r}${s}`],
    ['66 bytes', message, `${signature}00`],
    ['zeros', message, `0x${'0'.repeat(128)}1b`],
    ['no hexadecimal', message, 'signed by me'],
  ])('%s: refused', async (_name, text, given) => {
    expect(await isSignedBy(wallet, text, given)).toBe(false)
  })

  test('what a wallet signs in Romanian and with emoji is counted in bytes', async () => {
    const account = privateKeyToAccount(`0x${'07'.repeat(32)}`)
    const text = 'Înregistrați-vă la Țară 🦊'
    const own = readWalletAddress(account.address)
    expect(await isSignedBy(own, text, await account.signMessage({ message: text }))).toBe(true)
  })
})

describe('MultiversX', () => {
  test.each([
    [
      'of a Ledger',
      'erd13xpd7hcg7x9ej8w3qaweuthqqft0cjp5awnar5kx356uz3253hcqqfqre9',
      'test message',
      '2162d6271208429e6d3e664139e98ba7c5f1870906fb113e8903b1d3f531004d',
      'a224e3be198c4ac9d2b4a11226bb4447078f8f166ffce351c093b562b6fb16e634612499c952800a63d3d5b7c6b12f42daaafd4ba0525fcf133867e051e5f707',
    ],
    [
      'of two lines',
      'erd1af9xcclzn3fq40h42pa3xtk9lx25wa4wh6l8hyjzrm4xj9zx6gkq38dn52',
      'florin.example wants you to log in\nNonce: 7f3a9c21d4e80b56',
      '3bd9a678a4b1d1f11c1260cf97bc735b9e0add891b0d8d8d167a62588be53a7a',
      '7d52319befb7b10a341400c19aea1003d9674cc4762afe22f33f60e70710c05af6107fdb2183a743b7e3f6ca69fd6cf8c7b0e815d1c033625df898c551cc1c0b',
    ],
  ])(
    'the vector %s is signed by its address, and no other text is',
    async (_name, address, message, hash, signature) => {
      const wallet = readWalletAddress(address)
      expect(multiversxHash(message).toString('hex')).toBe(hash)
      expect(await isSignedBy(wallet, message, signature)).toBe(true)
      expect(await isSignedBy(wallet, `${message}.`, signature)).toBe(false)
      expect(await isSignedBy(wallet, message, signature.replace(/^../, '00'))).toBe(false)
      expect(await isSignedBy(wallet, message, signature.slice(2))).toBe(false)
    },
  )

  test('the length of a text in Romanian counts its bytes', () => {
    const text = 'Conectați-vă'
    expect(text).toHaveLength(12)
    const expected = keccak256(Buffer.from(`\x17Elrond Signed Message:\n14${text}`))
    expect(`0x${multiversxHash(text).toString('hex')}`).toBe(expected)
  })
})

describe('addresses', () => {
  test.each([
    ['an EVM address with a wrong checksum', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267'],
    ['a MultiversX address with a wrong letter', 'erd13xpd7hcg7x9ej8w3qaweuthqqft0cjp5awnar5kx356uz3253hcqqfqre8'],
    ['an address of another chain', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ])('%s is refused', (_name, address) => {
    expect(() => readWalletAddress(address)).toThrow('its checksum must fit')
  })
})
