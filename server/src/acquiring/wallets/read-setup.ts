import type { X509Certificate } from 'node:crypto'
import {
  faultOfPair,
  faultOfProcessing,
  isAppleRoot,
  readCertificate,
  readPem,
} from '#connectors/wallet/apple/certificates.ts'
import { readRootKeys, validRootKeys } from '#connectors/wallet/google/root-keys.ts'
import { isP256 } from '#connectors/wallet/p256.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { WalletAccount } from './account.ts'
import { secretOfKey } from './keys.ts'
import { refuse } from './refusals.ts'
import type { NewWalletKey, WalletChange } from './set-wallet.ts'

type Pair = { key: Secret<string>; certificate: Uint8Array }

/** What an operator gives of Apple Pay: contents of files, not yet checked. */
export type AppleSetup = {
  merchantId: string | undefined
  processing: Pair | undefined
  identity: Pair | undefined
  root: Uint8Array | undefined
  domainAssociation: string | undefined
}
type Rules = { known: WalletAccount | undefined; now: Instant; testMode: boolean }

/**
 * Tries what is given, each file by itself and with the others, and refuses the first that is wrong by the name of its
 * option. In production the root is Apple Root CA - G3 and no other, whatever file is given.
 */
export function readAppleSetup(setup: AppleSetup, { known, now, testMode }: Rules): WalletChange {
  const merchantId = setup.merchantId ?? known?.recipient
  if (!merchantId || !/^merchant\.[\w.-]{1,120}$/.test(merchantId))
    throw wrong('merchant-id', 'must be a merchant id of Apple, such as merchant.com.example.shop')
  const isNew = merchantId !== known?.recipient
  if (isNew && !setup.processing) throw wrong('processing-key', 'is missing, with --processing-certificate')
  if (!known && !setup.root) throw wrong('root', 'is missing: AppleRootCA-G3.cer of www.apple.com/certificateauthority')
  const rules = { merchantId, now }
  return {
    wallet: 'applePay',
    isTest: false,
    recipient: merchantId,
    trust: setup.root && readRoot(setup.root, testMode),
    domainAssociation: setup.domainAssociation && readAssociation(setup.domainAssociation),
    keys: [
      ...(setup.processing ? [readPair('processing', 'decryption', setup.processing, rules)] : []),
      ...(setup.identity ? [readPair('identity', 'identity', setup.identity, rules)] : []),
    ],
  }
}

function readRoot(file: Uint8Array, testMode: boolean): string {
  const root = readCertificate(file)
  if (!root?.ca) throw wrong('root', 'must be a root certificate, in PEM or DER')
  if (!testMode && !isAppleRoot(root))
    throw wrong('root', 'must be Apple Root CA - G3; its SHA-256 is another one. Download it again from Apple')
  return root.toString()
}

function readAssociation(text: string): string {
  if (text.length > associationMax || !/^[\x20-\x7e\s]+$/.test(text))
    throw wrong('domain-association', 'must be the file that Apple lets you download for your domain, unchanged')
  return text
}
const associationMax = 20_000

function readPair(
  name: 'processing' | 'identity',
  kind: NewWalletKey['kind'],
  pair: Pair,
  rules: { merchantId: string; now: Instant },
): NewWalletKey {
  const key = readPem(pair.key)
  if (!key) throw wrong(`${name}-key`, 'must be a private key in PEM, without a password')
  const certificate: X509Certificate | undefined = readCertificate(pair.certificate)
  if (!certificate)
    throw wrong(`${name}-certificate`, 'must be a certificate, in PEM or DER, as Apple lets you download it')
  const fault =
    name === 'processing' ? faultOfProcessing(certificate, key, rules) : faultOfPair(certificate, key, rules.now)
  if (fault) throw wrong(`${name}-certificate`, fault)
  return { kind, certificate: certificate.toString(), secret: secretOfKey(key) }
}

/** The same of Google Pay. */
export type GoogleSetup = {
  gatewayId: string | undefined
  merchantId: string | undefined
  privateKey: Secret<string> | undefined
  rootKeys: string | undefined
}

export function readGoogleSetup(setup: GoogleSetup, { known, now }: Omit<Rules, 'testMode'>): WalletChange {
  if (setup.gatewayId !== undefined && !/^[a-z0-9_-]{2,60}$/i.test(setup.gatewayId))
    throw wrong('gateway-id', 'must be the name that Google has given this gateway')
  const recipient = setup.gatewayId === undefined ? known?.recipient : `gateway:${setup.gatewayId}`
  if (recipient === undefined) throw wrong('gateway-id', 'is missing')
  if (recipient !== known?.recipient && !setup.privateKey) throw wrong('private-key', 'is missing')
  if (!known && !setup.rootKeys) throw wrong('root-keys', 'is missing: the list of signing keys that Google publishes')
  if (setup.merchantId !== undefined && !/^[A-Z0-9]{8,30}$/.test(setup.merchantId))
    throw wrong('merchant-id', 'must be the merchant id of the Google Pay business console, such as BCR2DN4T6OKKN3DX')
  return {
    wallet: 'googlePay',
    isTest: false,
    recipient,
    trust: setup.rootKeys && readTrust(setup.rootKeys, now),
    merchantId: setup.merchantId,
    keys: setup.privateKey ? [readGoogleKey(setup.privateKey)] : [],
  }
}

function readTrust(text: string, now: Instant): string {
  const keys = readRootKeys(text)
  if (!keys) throw wrong('root-keys', 'must be the list of signing keys as Google publishes it: JSON with "keys"')
  if (validRootKeys(keys, now).length === 0) throw wrong('root-keys', 'must have a key for ECv2 that has not expired')
  return text
}

function readGoogleKey(pem: Secret<string>): NewWalletKey {
  const key = readPem(pem)
  if (!key || !isP256(key))
    throw wrong('private-key', 'must be a private key of the curve P-256 in PEM, without a password')
  return { kind: 'decryption', certificate: undefined, secret: secretOfKey(key) }
}

const wrong = (name: string, rule: string) => refuse('invalid_wallet_field', { field: name, name: `--${name}`, rule })
