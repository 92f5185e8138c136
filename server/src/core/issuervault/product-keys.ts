import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { aesCmacCheckValue, tdesCheckValue } from '#kernel/crypto/cards/check-value.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { KeyKind } from './issuer-vault.ts'

export type KeyName = { productId: string; kind: KeyKind; version: number }
export type SealedKey = KeyName & { sealed: Uint8Array; checkValue: string }

/** A fresh key of the length that its algorithm wants, and how it is stored. */
export function makeKey(keys: KeyRing, name: KeyName): SealedKey {
  const plain = make[name.kind]()
  const sealed = keys.seal('issuing', plain, contextOf(name))
  const checkValue = checkValues[name.kind](plain)
  plain.fill(0)
  return { ...name, sealed, checkValue }
}

export const openKey = (keys: KeyRing, { sealed, ...name }: KeyName & { sealed: Uint8Array }): Buffer =>
  keys.open('issuing', sealed, contextOf(name))

/** The check value of a key as it opens. Undefined: it does not open as this key, or another master key has sealed it. */
export function openedCheckValue(
  keys: KeyRing,
  { keyVersion, ...key }: KeyName & { sealed: Uint8Array; keyVersion: number },
): string | undefined {
  try {
    const plain = openKey(keys, key)
    const checkValue = checkValues[key.kind](plain)
    plain.fill(0)
    return keys.versionOf(key.sealed) === keyVersion ? checkValue : undefined
  } catch {
    return undefined
  }
}

/** The same key under the newest master key. */
export function sealAgain(keys: KeyRing, { productId, kind, version }: KeyName, plain: Buffer): Uint8Array {
  const sealed = keys.seal('issuing', plain, contextOf({ productId, kind, version }))
  plain.fill(0)
  return sealed
}

const checkValues: Readonly<Record<KeyKind, (plain: Buffer) => string>> = {
  cvk: (plain) => tdesCheckValue(plain),
  pvk: (plain) => tdesCheckValue(plain),
  pin: (plain) => aesCmacCheckValue(plain),
  signing: (der) =>
    digestOf(createPublicKey(signingKeyOf(der)))
      .slice(0, 10)
      .toUpperCase(),
}

const make: Readonly<Record<KeyKind, () => Buffer>> = {
  cvk: () => randomBytes(doubleLength),
  pvk: () => randomBytes(doubleLength),
  pin: () => randomBytes(32),
  signing: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'der' }),
}
const doubleLength = 16

export const signingKeyOf = (der: Buffer): KeyObject => createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })

/** A name that says nothing about the product. */
export const kidOf = (key: KeyObject): string => digestOf(createPublicKey(key)).slice(0, 32)

const digestOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

const contextOf = ({ productId, kind, version }: KeyName): string => `${kind} ${version} of product ${productId}`
