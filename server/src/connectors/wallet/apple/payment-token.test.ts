import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newKey } from '../sandbox/certificates.ts'
import { generateTestIssuer, readTestIssuer } from '../sandbox/issuer.ts'
import {
  appleContent,
  appleToken,
  issuer,
  now,
  openApple,
  outcomeOf,
  processing,
  tampered,
} from '../tokens-under-test.ts'
import { appleTokens, publicKeyHashOf } from './payment-token.ts'

test('a token is the number of the device, its cryptogram, and what the shopper has confirmed', () => {
  const token = appleToken()
  const card = openApple(token, now)
  expect(card).toMatchObject({
    wallet: 'applePay',
    expiryMonth: 12,
    expiryYear: 2034,
    eci: '05',
    tokenId: token.header.transactionId,
    confirmed: { minor: 1250n, currencyNumber: '978' },
  })
  expect(card.pan.reveal()).toBe('4000060000001004')
  expect(card.cryptogram?.reveal()).toBe('AAAAAAAAAAAAAAAAAAAAAAAAAAA=')
})

test('it may come as JSON, as its base64, as the token around it, or as the whole payment', () => {
  const token = appleToken()
  const text = JSON.stringify(token)
  const forms = [text, Buffer.from(text).toString('base64'), { paymentData: token }, { token: { paymentData: token } }]
  for (const form of forms) expect(outcomeOf(openApple, form)).toBe('opened')
})

const header = (changes: object) => {
  const token = appleToken()
  return { ...token, header: { ...token.header, ...changes } }
}
const stranger = () => readTestIssuer(generateTestIssuer()).apple

test.each<[what: string, token: () => unknown, fault: string]>([
  ['nothing', () => undefined, 'unreadable'],
  ['text that is none', () => 'eyJ', 'unreadable'],
  ['another version', () => ({ ...appleToken(), version: 'RSA_v1' }), 'version'],
  ['changed data', () => ({ ...appleToken(), data: tampered(appleToken().data) }), 'signature'],
  ['another ephemeral key', () => header({ ephemeralPublicKey: appleToken().header.ephemeralPublicKey }), 'signature'],
  ['another transaction id', () => header({ transactionId: 'ab'.repeat(32) }), 'signature'],
  ['application data that was not signed', () => header({ applicationData: 'ab'.repeat(32) }), 'signature'],
  ['no transaction id', () => header({ transactionId: undefined }), 'unreadable'],
  ['another key hash', () => header({ publicKeyHash: tampered(appleToken().header.publicKeyHash) }), 'unknown_key'],
  ['a signature of another token', () => ({ ...appleToken(), signature: appleToken().signature }), 'signature'],
  ['a signature that is none', () => ({ ...appleToken(), signature: 'AAAA' }), 'unreadable'],
  ['certificates of another root', () => appleToken({ issuer: stranger() }), 'untrusted'],
  ['a leaf of another chain', () => appleToken({ issuer: { ...issuer.apple, leaf: stranger().leaf } }), 'untrusted'],
  [
    'a leaf that is the intermediate',
    () => appleToken({ issuer: { ...issuer.apple, leaf: issuer.apple.intermediate } }),
    'untrusted',
  ],
  ['a key that is not the leaf’s', () => appleToken({ issuer: { ...issuer.apple, leafKey: newKey() } }), 'signature'],
  ['a signature of six minutes ago', () => appleToken({ signedAt: now.subtract({ minutes: 6 }) }), 'too_old'],
  ['a signature in six minutes', () => appleToken({ signedAt: now.add({ minutes: 6 }) }), 'too_new'],
  [
    'a token for another merchant',
    () => appleToken({ merchantIdHash: createHash('sha256').update('merchant.other').digest() }),
    'undecryptable',
  ],
  ['a token for another key', () => appleToken({ publicKey: newKey() }), 'unknown_key'],
  ['no number', () => appleToken({ content: { ...appleContent, applicationPrimaryAccountNumber: '' } }), 'content'],
  ['chip data', () => appleToken({ content: { ...appleContent, paymentDataType: 'EMV' } }), 'content'],
])('is refused: %s', (_what, token, fault) => {
  expect(outcomeOf(openApple, token())).toBe(fault)
})

test('wherever a bit of the signature is changed, the token is refused, or is still the one that was signed', () => {
  const token = appleToken()
  const places = Array.from({ length: 150 }, (_, place) => place / 150)
  const changed = places.map((at) => ({ ...token, signature: tampered(token.signature, at) }))
  const [opened, refused] = [new Set<string>(), new Set<string>()]
  for (const one of changed) {
    const outcome = outcomeOf(openApple, one)
    if (outcome === 'opened') opened.add(openApple(one, now).tokenId)
    else refused.add(outcome)
  }
  // Lengths and names of algorithms may be written in more than one way.
  expect([...opened].filter((id) => id !== token.header.transactionId)).toEqual([])
  expect([...refused].toSorted()).toEqual(['signature', 'unreadable', 'untrusted'])
})

test('while keys change, tokens for either open; when the old one is gone, its tokens do not', () => {
  const [older, newer] = [processing, newKey()]
  const merchantIdHash = createHash('sha256').update('merchant.test.bakery').digest()
  const keyOf = (privateKey: typeof older) => ({
    merchantIdHash,
    privateKey,
    publicKeyHash: publicKeyHashOf(privateKey),
  })
  const during = appleTokens({ roots: [issuer.apple.root], keys: [keyOf(newer), keyOf(older)] })
  const after = appleTokens({ roots: [issuer.apple.root], keys: [keyOf(newer)] })
  expect(outcomeOf(during, appleToken({ publicKey: older }))).toBe('opened')
  expect(outcomeOf(during, appleToken({ publicKey: newer }))).toBe('opened')
  expect(outcomeOf(after, appleToken({ publicKey: older }))).toBe('unknown_key')
})
