import { createDecipheriv, createHmac, hkdfSync, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import { readPoint, readPublicKey, sharedSecretOf } from '../p256.ts'
import { BadWalletToken, type OpenToken, type WalletCard } from '../port.ts'
import { base64, eci, panDigits, readToken } from '../read-token.ts'
import { type RootKey, validRootKeys } from './root-keys.ts'

export type GoogleKeys = {
  /** Google's signing keys; those that have expired are ignored. */
  rootKeys: readonly RootKey[]
  /** Ours, newest first: each is tried, so that two are valid while they change. */
  privateKeys: readonly KeyObject[]
  /** `gateway:` and our id at Google, or `merchant:` and the merchant's. */
  recipientId: string
  /** Whether a token that names this merchant of the gateway may be used. Not called for tokens to a `merchant:`. */
  isMerchant(gatewayMerchantId: string): boolean
}

/**
 * Opens payment tokens ECv2 as Google's page on the cryptography of payment data says: an intermediate key, signed by a
 * root key that is valid now, has signed the message for us; its content is authenticated with HMAC-SHA256, decrypted with
 * AES-256-CTR under keys of HKDF-SHA256, and has not expired.
 */
export const googleTokens =
  (keys: GoogleKeys): OpenToken =>
  (unchecked, now) => {
    const token = readGoogleToken(unchecked)
    const signingKey = requireIntermediateKey(token.intermediateSigningKey, keys.rootKeys, now)
    const signed = signedBytes([sender, keys.recipientId, version, token.signedMessage])
    if (!verify('sha256', signed, signingKey, token.signature)) throw new BadWalletToken('signature')
    const message = readToken(SignedMessage, token.signedMessage)
    const content = readContent(decrypt(message, keys.privateKeys))
    requireOurs(content, keys)
    if (Number(content.messageExpiration) <= now.epochMilliseconds) throw new BadWalletToken('too_old')
    return cardOf(content)
  }

const sender = 'Google'
const version = 'ECv2'

const Token = z.object({
  protocolVersion: z.string(),
  signature: base64,
  signedMessage: z.string(),
  intermediateSigningKey: z.object({ signedKey: z.string(), signatures: z.array(base64).min(1).max(10) }),
})
const Versioned = z.object({ protocolVersion: z.string() })
const Wrapped = z.union([
  z
    .object({ paymentMethodData: z.object({ tokenizationData: z.object({ token: z.unknown() }) }) })
    .transform(({ paymentMethodData }) => paymentMethodData.tokenizationData.token),
  z
    .object({ tokenizationData: z.object({ token: z.unknown() }) })
    .transform(({ tokenizationData }) => tokenizationData.token),
  z.object({ token: z.unknown() }).transform(({ token }) => token),
  z.unknown(),
])

/** `tokenizationData.token`, or what Google Pay returns around it. */
function readGoogleToken(unchecked: unknown): z.output<typeof Token> {
  const inner = readToken(Wrapped, unchecked)
  if (readToken(Versioned, inner).protocolVersion !== version) throw new BadWalletToken('version')
  return readToken(Token, inner)
}

const milliseconds = z.string().regex(/^\d{1,15}$/)
const SignedKey = z.object({ keyValue: base64, keyExpiration: milliseconds })

function requireIntermediateKey(
  { signedKey, signatures }: z.output<typeof Token>['intermediateSigningKey'],
  rootKeys: readonly RootKey[],
  now: Instant,
): KeyObject {
  const signed = signedBytes([sender, version, signedKey])
  const isSigned = validRootKeys(rootKeys, now).some(({ key }) =>
    signatures.some((signature) => verify('sha256', signed, key, signature)),
  )
  if (!isSigned) throw new BadWalletToken('untrusted')
  const { keyValue, keyExpiration } = readToken(SignedKey, signedKey)
  if (Number(keyExpiration) <= now.epochMilliseconds) throw new BadWalletToken('too_old')
  const key = readPublicKey(keyValue)
  if (!key) throw new BadWalletToken('untrusted')
  return key
}

/** Each part behind its length in bytes: four bytes, the lowest first. */
export const signedBytes = (parts: readonly string[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part, 'utf8')
      const length = Buffer.alloc(4)
      length.writeUInt32LE(bytes.length)
      return [length, bytes]
    }),
  )

const SignedMessage = z.object({ encryptedMessage: base64, ephemeralPublicKey: base64, tag: base64 })

/** Each key is tried: the message does not name its own. */
function decrypt(
  { encryptedMessage, ephemeralPublicKey, tag }: z.output<typeof SignedMessage>,
  privateKeys: readonly KeyObject[],
): string {
  const ephemeral = readPoint(ephemeralPublicKey)
  if (!ephemeral) throw new BadWalletToken('undecryptable')
  for (const privateKey of privateKeys) {
    const { encryption, authentication } = messageKeysOf(ephemeralPublicKey, sharedSecretOf(privateKey, ephemeral))
    const expected = createHmac('sha256', authentication).update(encryptedMessage).digest()
    if (expected.length !== tag.length || !timingSafeEqual(expected, tag)) continue
    const decipher = createDecipheriv('aes-256-ctr', encryption, zeroIv)
    return Buffer.concat([decipher.update(encryptedMessage), decipher.final()]).toString('utf8')
  }
  throw new BadWalletToken('unknown_key')
}
/** A key encrypts one message, so its vector never repeats. */
export const zeroIv = Buffer.alloc(16)

/** HKDF with SHA-256 over the ephemeral key and the secret, with a salt of zeros. */
export function messageKeysOf(ephemeralPublicKey: Uint8Array, secret: Uint8Array) {
  const keys = Buffer.from(
    hkdfSync('sha256', Buffer.concat([ephemeralPublicKey, secret]), Buffer.alloc(32), sender, 2 * keyBytes),
  )
  return { encryption: keys.subarray(0, keyBytes), authentication: keys.subarray(keyBytes) }
}
const keyBytes = 32

const Details = z.object({
  pan: panDigits,
  expirationMonth: z.int().min(1).max(12),
  expirationYear: z.int().min(2000).max(2099),
})
const Content = z.object({
  messageId: z.string().min(1).max(250),
  messageExpiration: milliseconds,
  gatewayMerchantId: z.string().max(250).optional(),
  paymentMethod: z.literal('CARD'),
  paymentMethodDetails: z.discriminatedUnion('authMethod', [
    Details.extend({ authMethod: z.literal('PAN_ONLY') }),
    Details.extend({
      authMethod: z.literal('CRYPTOGRAM_3DS'),
      cryptogram: z.base64().min(1).max(500),
      eciIndicator: eci.optional(),
    }),
  ]),
})
type Content = z.output<typeof Content>

function readContent(text: string): Content {
  try {
    return Content.parse(JSON.parse(text))
  } catch {
    throw new BadWalletToken('content')
  }
}

function requireOurs({ gatewayMerchantId }: Content, { recipientId, isMerchant }: GoogleKeys): void {
  if (recipientId.startsWith('gateway:') && !(gatewayMerchantId !== undefined && isMerchant(gatewayMerchantId)))
    throw new BadWalletToken('other_recipient')
}

function cardOf({ messageId, paymentMethodDetails: details }: Content): WalletCard {
  const isOfDevice = details.authMethod === 'CRYPTOGRAM_3DS'
  return {
    wallet: 'googlePay',
    pan: new Secret(details.pan),
    expiryMonth: details.expirationMonth,
    expiryYear: details.expirationYear,
    holderName: undefined,
    cryptogram: isOfDevice ? new Secret(details.cryptogram) : undefined,
    eci: isOfDevice ? details.eciIndicator : undefined,
    tokenId: messageId,
    confirmed: undefined,
  }
}
