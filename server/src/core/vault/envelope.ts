import { randomBytes } from 'node:crypto'
import type { MerchantId } from '#core/directory'
import { Secret } from '#kernel/base/secret.ts'
import { type KeyRing, openWith, sealWith } from '#kernel/crypto/keys.ts'
import type { VaultToken } from './ids.ts'

/** The identity of a stored card. Both parts are authenticated with the sealed data, and neither is stored in it. */
export type CardName = { merchantId: MerchantId; token: VaultToken }
/** That of a card which the host of an acquirer wants again: the key of the authorization. */
export type AcquiredName = { authorization: string }
type SealedName = CardName | AcquiredName
export type Envelope = { wrappedKey: Uint8Array; sealed: Uint8Array; keyVersion: number }

const dataKeyBytes = 32

/** Seals a card number under a fresh data key of its own, and that key under the newest vault key. */
export function sealCard(keys: KeyRing, name: SealedName, pan: Secret<string>): Envelope {
  const dataKey = randomBytes(dataKeyBytes)
  try {
    const sealed = sealWith(dataKey, pan.reveal(), contextOf(name))
    return { sealed, ...wrap(keys, name, dataKey) }
  } finally {
    dataKey.fill(0)
  }
}

/** Throws when anything of the record was changed, or belongs to another token or merchant. */
export function openCard(
  keys: KeyRing,
  name: SealedName,
  { wrappedKey, sealed }: Omit<Envelope, 'keyVersion'>,
): Secret<string> {
  const dataKey = openDataKey(keys, name, wrappedKey)
  try {
    const plain = openWith(dataKey, sealed, contextOf(name))
    const pan = new Secret(plain.toString('latin1'))
    plain.fill(0)
    return pan
  } catch (cause) {
    throw new Error(`The vault record of ${labelOf(name)} was changed, or is not this card's.`, { cause })
  } finally {
    dataKey.fill(0)
  }
}

/** The same data key under the newest vault key. What it sealed is not touched, nor looked at. */
export function wrapAgain(keys: KeyRing, name: SealedName, wrappedKey: Uint8Array): Omit<Envelope, 'sealed'> {
  const dataKey = openDataKey(keys, name, wrappedKey)
  try {
    return wrap(keys, name, dataKey)
  } finally {
    dataKey.fill(0)
  }
}

function openDataKey(keys: KeyRing, name: SealedName, wrappedKey: Uint8Array): Buffer {
  try {
    return keys.open('vault', wrappedKey, contextOf(name))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The data key of ${labelOf(name)} does not open: ${reason}`, { cause })
  }
}

function wrap(keys: KeyRing, name: SealedName, dataKey: Uint8Array): Omit<Envelope, 'sealed'> {
  const wrappedKey = keys.seal('vault', dataKey, contextOf(name))
  return { wrappedKey, keyVersion: keys.versionOf(wrappedKey) }
}

const contextOf = (name: SealedName): string =>
  'token' in name
    ? `card ${name.token} of merchant ${name.merchantId}`
    : `card of the authorization ${name.authorization} at a host`

const labelOf = (name: SealedName): string =>
  'token' in name ? `card ${name.token}` : `the card of authorization ${name.authorization}`
