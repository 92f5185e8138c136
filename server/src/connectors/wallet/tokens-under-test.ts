import { createHash } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { appleTokens, publicKeyHashOf } from './apple/payment-token.ts'
import { googleTokens } from './google/payment-token.ts'
import { readRootKeys } from './google/root-keys.ts'
import { BadWalletToken, type OpenToken } from './port.ts'
import { makeAppleToken } from './sandbox/apple-token.ts'
import { newKey } from './sandbox/certificates.ts'
import { makeGoogleToken } from './sandbox/google-token.ts'
import { generateTestIssuer, readTestIssuer, rootKeysOf } from './sandbox/issuer.ts'

export const issuer = readTestIssuer(generateTestIssuer())
export const now = Temporal.Instant.from('2026-05-04T10:00:00Z')

const merchantIdHash = createHash('sha256').update('merchant.test.bakery').digest()
export const processing = newKey()
const processingKey = { merchantIdHash, privateKey: processing, publicKeyHash: publicKeyHashOf(processing) }
export const openApple = appleTokens({ roots: [issuer.apple.root], keys: [processingKey] })

export const appleContent = {
  applicationPrimaryAccountNumber: '4000060000001004',
  applicationExpirationDate: '341231',
  currencyCode: '978',
  transactionAmount: 1250,
  deviceManufacturerIdentifier: '040010030273',
  paymentDataType: '3DSecure',
  paymentData: { onlinePaymentCryptogram: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=', eciIndicator: '5' },
}
export const appleToken = (changes: Partial<Parameters<typeof makeAppleToken>[0]> = {}) =>
  makeAppleToken({
    issuer: issuer.apple,
    publicKey: processing,
    merchantIdHash,
    content: appleContent,
    signedAt: now,
    ...changes,
  })

export const decryption = newKey()
export const googleKeys = {
  rootKeys: readRootKeys(rootKeysOf(issuer))!,
  privateKeys: [decryption],
  recipientId: 'gateway:florin',
  isMerchant: (id: string) => id === 'googlePay_101',
}
export const openGoogle = googleTokens(googleKeys)

export const googleContent = {
  gatewayMerchantId: 'googlePay_101',
  messageId: 'message-1',
  messageExpiration: String(now.add({ hours: 24 }).epochMilliseconds),
  paymentMethod: 'CARD',
  paymentMethodDetails: {
    pan: '5200060000001009',
    expirationMonth: 12,
    expirationYear: 2034,
    authMethod: 'CRYPTOGRAM_3DS',
    cryptogram: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    eciIndicator: '02',
  },
}
export const googleToken = (changes: Partial<Parameters<typeof makeGoogleToken>[0]> = {}) =>
  makeGoogleToken({
    issuer: issuer.google,
    publicKey: decryption,
    recipientId: 'gateway:florin',
    content: googleContent,
    keyExpiresAt: now.add({ hours: 24 }),
    ...changes,
  })

/** Why it was refused; `opened` when it was not. */
export function outcomeOf(open: OpenToken, token: unknown, at: Instant = now): string {
  try {
    open(token, at)
    return 'opened'
  } catch (error) {
    if (error instanceof BadWalletToken) return error.fault
    throw error
  }
}

/** The same base64 with one bit of one byte changed. */
export function tampered(base64: string, at = 0.5): string {
  const bytes = Buffer.from(base64, 'base64')
  bytes[Math.floor(bytes.length * at)]! ^= 1
  return bytes.toString('base64')
}
