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
  const { plain, checkValue } = make[name.kind]()
  const sealed = keys.seal('issuing', plain, contextOf(name))
  plain.fill(0)
  return { ...name, sealed, checkValue }
}

export const openKey = (keys: KeyRing, { sealed, ...name }: KeyName & { sealed: Uint8Array }): Buffer =>
  keys.open('issuing', sealed, contextOf(name))

/** The same key under the newest master key. */
export function sealAgain(keys: KeyRing, { productId, kind, version }: KeyName, plain: Buffer): Uint8Array {
  const sealed = keys.seal('issuing', plain, contextOf({ productId, kind, version }))
  plain.fill(0)
  return sealed
}

const make: Readonly<Record<KeyKind, () => { plain: Buffer; checkValue: string }>> = {
  cvk: () => doubleLength(),
  pvk: () => doubleLength(),
  pin: () => {
    const plain = randomBytes(32)
    return { plain, checkValue: aesCmacCheckValue(plain) }
  },
  signing: () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const plain = privateKey.export({ type: 'pkcs8', format: 'der' })
    return { plain, checkValue: digestOf(createPublicKey(privateKey)).slice(0, 10).toUpperCase() }
  },
}

function doubleLength(): { plain: Buffer; checkValue: string } {
  const plain = randomBytes(16)
  return { plain, checkValue: tdesCheckValue(plain) }
}

export const signingKeyOf = (der: Buffer): KeyObject => createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })

/** A name that says nothing about the product. */
export const kidOf = (key: KeyObject): string => digestOf(createPublicKey(key)).slice(0, 32)

const digestOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

const contextOf = ({ productId, kind, version }: KeyName): string => `${kind} ${version} of product ${productId}`
