import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import type { WalletType } from '#connectors/acquirer/port.ts'
import { type ProcessingKey, publicKeyHashOf } from '#connectors/wallet/apple/payment-token.ts'
import { pkcs8Of, readPrivateKey } from '#connectors/wallet/sandbox/issuer.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { WalletAccount, WalletKey } from './account.ts'
import type { WalletKeyKind } from './tables.ts'

type Named = { wallet: WalletType; isTest: boolean; kind: WalletKeyKind }

export const sealWalletKey = (keys: KeyRing, named: Named, secret: Secret<string>): Uint8Array =>
  keys.seal('directory', secret.reveal(), contextOf(named))

/** Undefined for a key that was damaged, or sealed under a master key that is not there. */
export function tryOpenWalletKey(keys: KeyRing, named: Named, sealed: Uint8Array): Secret<string> | undefined {
  try {
    const plain = keys.open('directory', sealed, contextOf(named))
    const secret = new Secret(plain.toString('utf8'))
    plain.fill(0)
    return secret
  } catch {
    return undefined
  }
}

const contextOf = ({ wallet, isTest, kind }: Named): string => `${kind} key of ${isTest ? 'test ' : ''}wallet ${wallet}`

export const secretOfKey = (key: KeyObject): Secret<string> => new Secret(pkcs8Of(key))

/** The keys that open tokens, newest first. */
export const decryptionKeysOf = (ring: KeyRing, account: WalletAccount): KeyObject[] =>
  account.keys.flatMap((key) => (key.kind === 'decryption' ? openKey(ring, account, key) : []))

export function processingKeysOf(ring: KeyRing, account: WalletAccount): ProcessingKey[] {
  const merchantIdHash = createHash('sha256').update(account.recipient).digest()
  return decryptionKeysOf(ring, account).map((privateKey) => ({
    merchantIdHash,
    privateKey,
    publicKeyHash: publicKeyHashOf(privateKey),
  }))
}

/** What proves to Apple that a request is this merchant's: the newest that is valid. */
export function identityOf(ring: KeyRing, account: WalletAccount, now: Instant) {
  const valid = account.keys.find(
    ({ kind, certificate }) =>
      kind === 'identity' &&
      certificate &&
      new X509Certificate(certificate).validToDate.getTime() > now.epochMilliseconds,
  )
  const secret = valid && tryOpenWalletKey(ring, { ...account, kind: 'identity' }, valid.sealed)
  return secret && { certificate: valid.certificate!, key: secret }
}

/** Of the test wallet: the text of its issuer. */
export function testIssuerOf(ring: KeyRing, account: WalletAccount): Secret<string> | undefined {
  const key = account.keys.find(({ kind }) => kind === 'testIssuer')
  return key && tryOpenWalletKey(ring, { ...account, kind: 'testIssuer' }, key.sealed)
}

function openKey(ring: KeyRing, { wallet, isTest }: WalletAccount, { kind, sealed }: WalletKey): KeyObject[] {
  const secret = tryOpenWalletKey(ring, { wallet, isTest, kind }, sealed)
  return secret ? [readPrivateKey(secret.reveal())] : []
}
