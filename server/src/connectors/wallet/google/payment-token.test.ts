import { expect, test } from 'vitest'
import { newKey } from '../sandbox/certificates.ts'
import { generateTestIssuer, readPrivateKey, readTestIssuer } from '../sandbox/issuer.ts'
import {
  decryption,
  googleContent,
  googleKeys,
  googleToken,
  now,
  openGoogle,
  outcomeOf,
  tampered,
} from '../tokens-under-test.ts'
import { googleTokens } from './payment-token.ts'
import { readRootKeys } from './root-keys.ts'
import vector from './vector.json' with { type: 'json' }

test('a token of a device is its number with a cryptogram; one of an account is the printed number', () => {
  const ofDevice = openGoogle(googleToken(), now)
  expect(ofDevice).toMatchObject({
    wallet: 'googlePay',
    expiryMonth: 12,
    expiryYear: 2034,
    eci: '02',
    tokenId: 'message-1',
  })
  expect(ofDevice.pan.reveal()).toBe('5200060000001009')
  expect(ofDevice.cryptogram?.reveal()).toBe('AAAAAAAAAAAAAAAAAAAAAAAAAAA=')
  const { cryptogram: _, eciIndicator: __, ...printed } = googleContent.paymentMethodDetails
  const content = { ...googleContent, paymentMethodDetails: { ...printed, authMethod: 'PAN_ONLY' } }
  expect(openGoogle(googleToken({ content }), now)).toMatchObject({ cryptogram: undefined, eci: undefined })
})

test('it may come as text, as an object, or inside what Google Pay returns', () => {
  const token = googleToken()
  const forms = [
    JSON.parse(token),
    { tokenizationData: { token } },
    { paymentMethodData: { tokenizationData: { token } } },
  ]
  for (const form of forms) expect(outcomeOf(openGoogle, form)).toBe('opened')
})

// A token that Google itself has made in its test environment, for a key that is published with it.
test('a token of Google’s own opens until it expires, and is for its merchant alone', () => {
  const keys = {
    rootKeys: readRootKeys(JSON.stringify(vector.rootKeys))!,
    privateKeys: [readPrivateKey(vector.privateKey)],
    recipientId: vector.recipientId,
    isMerchant: () => false,
  }
  const expiresAt = Temporal.Instant.from(vector.expiresAt)
  const card = googleTokens(keys)(vector.token, expiresAt.subtract({ seconds: 1 }))
  expect(card).toMatchObject({ expiryMonth: 12, expiryYear: 2026, cryptogram: undefined })
  expect(card.pan.reveal().slice(-4)).toBe('1111')
  expect(outcomeOf(googleTokens(keys), vector.token, expiresAt)).toBe('too_old')
  const other = { ...keys, recipientId: 'merchant:09876543210987654321' }
  expect(outcomeOf(googleTokens(other), vector.token, expiresAt.subtract({ seconds: 1 }))).toBe('signature')
})

const changed = (changes: object) => ({ ...JSON.parse(googleToken()), ...changes })
function messageWith(name: string): unknown {
  const token = JSON.parse(googleToken())
  const message = JSON.parse(token.signedMessage)
  return { ...token, signedMessage: JSON.stringify({ ...message, [name]: tampered(message[name]) }) }
}
function intermediateWith(change: (key: { signedKey: string; signatures: string[] }) => object): unknown {
  const token = JSON.parse(googleToken())
  return {
    ...token,
    intermediateSigningKey: { ...token.intermediateSigningKey, ...change(token.intermediateSigningKey) },
  }
}
const content = (changes: object) => googleToken({ content: { ...googleContent, ...changes } })
const details = (changes: object) =>
  content({ paymentMethodDetails: { ...googleContent.paymentMethodDetails, ...changes } })

test.each<[what: string, token: () => unknown, fault: string]>([
  ['nothing', () => undefined, 'unreadable'],
  ['the older version', () => changed({ protocolVersion: 'ECv1' }), 'version'],
  ['the version without encryption', () => changed({ protocolVersion: 'ECv2SigningOnly' }), 'version'],
  ['no signatures of its key', () => intermediateWith(() => ({ signatures: [] })), 'unreadable'],
  [
    'a changed signature of its key',
    () => intermediateWith(({ signatures }) => ({ signatures: signatures.map((one) => tampered(one, 0.9)) })),
    'untrusted',
  ],
  [
    'a changed intermediate key',
    () => intermediateWith(({ signedKey }) => ({ signedKey: `${signedKey} ` })),
    'untrusted',
  ],
  [
    'a key signed by another root',
    () => googleToken({ issuer: readTestIssuer(generateTestIssuer()).google }),
    'untrusted',
  ],
  ['an intermediate key that has expired', () => googleToken({ keyExpiresAt: now }), 'too_old'],
  ['a changed signature', () => changed({ signature: JSON.parse(googleToken()).signature }), 'signature'],
  ['a changed message', () => messageWith('encryptedMessage'), 'signature'],
  ['another ephemeral key', () => messageWith('ephemeralPublicKey'), 'signature'],
  ['a changed tag', () => messageWith('tag'), 'signature'],
  ['a token to another gateway', () => googleToken({ recipientId: 'gateway:other' }), 'signature'],
  ['a token for another key', () => googleToken({ publicKey: newKey() }), 'unknown_key'],
  ['another merchant of the gateway', () => content({ gatewayMerchantId: 'googlePay_102' }), 'other_recipient'],
  ['no merchant of the gateway', () => content({ gatewayMerchantId: undefined }), 'other_recipient'],
  ['a message that has expired', () => content({ messageExpiration: String(now.epochMilliseconds) }), 'too_old'],
  ['no id', () => content({ messageId: '' }), 'content'],
  ['no card', () => content({ paymentMethod: 'TOKENIZED_CARD' }), 'content'],
  ['no number', () => details({ pan: '' }), 'content'],
  ['no cryptogram', () => details({ cryptogram: undefined }), 'content'],
  ['a month that is none', () => details({ expirationMonth: 13 }), 'content'],
])('is refused: %s', (_what, token, fault) => {
  expect(outcomeOf(openGoogle, token())).toBe(fault)
})

test('while keys change, tokens for either open', () => {
  const newer = newKey()
  const during = googleTokens({ ...googleKeys, privateKeys: [newer, decryption] })
  expect(outcomeOf(during, googleToken())).toBe('opened')
  expect(outcomeOf(during, googleToken({ publicKey: newer }))).toBe('opened')
})

test('a root key without an expiry, or past it, signs nothing', () => {
  const [root] = googleKeys.rootKeys
  for (const expiresAt of [undefined, now]) {
    const open = googleTokens({ ...googleKeys, rootKeys: [{ ...root!, expiresAt }] })
    expect(outcomeOf(open, googleToken())).toBe('untrusted')
  }
})

test('the list of root keys is read as Google publishes it, without those of other versions', () => {
  expect(readRootKeys('not JSON')).toBeUndefined()
  expect(readRootKeys('{"keys":[{"keyValue":"AAAA","protocolVersion":"ECv2"}]}')).toEqual([])
  expect(readRootKeys(JSON.stringify(vector.rootKeys))).toHaveLength(1)
})
