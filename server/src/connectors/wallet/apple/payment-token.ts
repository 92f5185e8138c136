import { createDecipheriv, createHash, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { Secret } from '#kernel/base/secret.ts'
import { readPublicKey, sharedSecretOf, spkiOf } from '../p256.ts'
import { BadWalletToken, type OpenToken, type WalletCard } from '../port.ts'
import { base64, eci, hex, panDigits, readToken } from '../read-token.ts'
import { verifySignature } from './verify-signature.ts'

/** A key that Apple encrypts tokens for. `merchantIdHash`: of the merchant id in its certificate, SHA-256. */
export type ProcessingKey = { merchantIdHash: Uint8Array; privateKey: KeyObject; publicKeyHash: Uint8Array }

/**
 * Opens payment tokens EC_v1 as Apple's Payment Token Format Reference says: the signature leads to one of `roots` (PEM)
 * and is at most five minutes old by our clock, the key is found by its hash, so that two are valid while they change,
 * and the content is decrypted with AES-256-GCM under a key of NIST SP 800-56A (5.8.1).
 */
export const appleTokens =
  ({ roots, keys }: { roots: readonly string[]; keys: readonly ProcessingKey[] }): OpenToken =>
  (unchecked, now) => {
    const { data, signature, header } = readPaymentData(unchecked)
    const { ephemeralPublicKey, publicKeyHash, transactionId, applicationData } = header
    const signed = Buffer.concat([ephemeralPublicKey, data, transactionId, applicationData ?? Buffer.alloc(0)])
    verifySignature({ signature, signed, roots, now })
    const key = keys.find((one) => Buffer.from(one.publicKeyHash).equals(publicKeyHash))
    if (!key) throw new BadWalletToken('unknown_key')
    return cardOf(decrypt(key, ephemeralPublicKey, data), transactionId.toString('hex'))
  }

const PaymentData = z.object({
  version: z.string(),
  data: base64,
  signature: base64,
  header: z.object({
    ephemeralPublicKey: base64,
    publicKeyHash: base64,
    transactionId: hex,
    applicationData: hex.optional(),
  }),
})
const Versioned = z.object({ version: z.string() })
const Wrapped = z.union([
  z.object({ paymentData: z.unknown() }).transform(({ paymentData }) => paymentData),
  z.object({ token: z.object({ paymentData: z.unknown() }) }).transform(({ token }) => token.paymentData),
  z.unknown(),
])

/** `ApplePayPaymentToken.paymentData`, or a token or payment around it. */
function readPaymentData(unchecked: unknown): z.output<typeof PaymentData> {
  const inner = readToken(Wrapped, unchecked)
  if (readToken(Versioned, inner).version !== 'EC_v1') throw new BadWalletToken('version')
  return readToken(PaymentData, inner)
}

function decrypt(key: ProcessingKey, ephemeralPublicKey: Uint8Array, data: Buffer): string {
  const ephemeral = readPublicKey(ephemeralPublicKey)
  if (!ephemeral || data.length <= tagBytes) throw new BadWalletToken('undecryptable')
  const symmetric = symmetricKeyOf(sharedSecretOf(key.privateKey, ephemeral), key.merchantIdHash)
  try {
    const decipher = createDecipheriv('aes-256-gcm', symmetric, zeroIv, { authTagLength: tagBytes })
    decipher.setAuthTag(data.subarray(-tagBytes))
    return Buffer.concat([decipher.update(data.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    throw new BadWalletToken('undecryptable')
  }
}
export const tagBytes = 16
/** A key encrypts one token, so its vector never repeats. */
export const zeroIv = Buffer.alloc(16)

/** The single-step derivation of SP 800-56A with SHA-256: one round yields the whole key. */
export const symmetricKeyOf = (secret: Uint8Array, merchantIdHash: Uint8Array): Buffer =>
  createHash('sha256')
    .update(Buffer.from([0, 0, 0, 1]))
    .update(secret)
    .update(Buffer.from([algorithm.length]))
    .update(algorithm)
    .update('Apple')
    .update(merchantIdHash)
    .digest()
const algorithm = 'id-aes256-GCM'

/** How a token names the key that it is encrypted for. */
export const publicKeyHashOf = (key: KeyObject): Buffer => createHash('sha256').update(spkiOf(key)).digest()

const Content = z.object({
  applicationPrimaryAccountNumber: panDigits,
  /** YYMMDD */
  applicationExpirationDate: z.string().regex(/^\d\d(?:0[1-9]|1[0-2])\d\d$/),
  currencyCode: z.string().regex(/^\d{3}$/),
  transactionAmount: z.int().nonnegative(),
  cardholderName: z.string().max(100).optional(),
  paymentDataType: z.literal('3DSecure'),
  paymentData: z.object({ onlinePaymentCryptogram: z.base64().min(1).max(500), eciIndicator: eci.optional() }),
})

function cardOf(text: string, tokenId: string): WalletCard {
  const read = Content.safeParse(jsonOf(text))
  if (!read.success) throw new BadWalletToken('content')
  const { applicationExpirationDate: expiry, paymentData, ...card } = read.data
  return {
    wallet: 'applePay',
    pan: new Secret(card.applicationPrimaryAccountNumber),
    expiryMonth: Number(expiry.slice(2, 4)),
    expiryYear: 2000 + Number(expiry.slice(0, 2)),
    holderName: card.cardholderName?.trim() || undefined,
    cryptogram: new Secret(paymentData.onlinePaymentCryptogram),
    eci: paymentData.eciIndicator,
    tokenId,
    confirmed: { minor: BigInt(card.transactionAmount), currencyNumber: card.currencyCode },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
