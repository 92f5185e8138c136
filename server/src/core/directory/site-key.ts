import { randomBytes } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { SiteId } from './ids.ts'

/** 16 random bytes as 32 lowercase hex characters, the shape every client expects (wire fact 0.3). */
export const makePrivateKey = (): Secret<string> => new Secret(randomBytes(16).toString('hex'))

/**
 * Keeps a key: sealed so that it opens for its own site only, and with the fingerprint it is found by. The first key of
 * a site counts as used; that of a rotation is used when the store has it.
 */
export function keepSiteKey(keys: KeyRing, now: Instant, { siteId, privateKey, isFirst }: NewKey): Write {
  return insert('directory.site_keys', {
    site_id: siteId,
    sealed: sealSiteKey(keys, { siteId, privateKey }),
    fingerprint: keys.fingerprint('siteKey', privateKey.reveal()),
    created_at: now,
    expires_at: null,
    used_at: isFirst ? now : null,
  })
}

export const sealSiteKey = (keys: KeyRing, { siteId, privateKey }: OneKey): Uint8Array =>
  keys.seal('directory', privateKey.reveal(), contextOf(siteId))

export function openSiteKey(keys: KeyRing, { siteId, sealed }: { siteId: SiteId; sealed: Uint8Array }): Secret<string> {
  const plain = keys.open('directory', sealed, contextOf(siteId))
  const privateKey = new Secret(plain.toString('latin1'))
  plain.fill(0)
  return privateKey
}

/** Undefined for a key that was damaged, or sealed under a master key that is not there: its site stops, no other. */
export function tryOpenSiteKey(
  keys: KeyRing,
  sealed: { siteId: SiteId; sealed: Uint8Array },
): Secret<string> | undefined {
  try {
    return openSiteKey(keys, sealed)
  } catch {
    return undefined
  }
}

type OneKey = { siteId: SiteId; privateKey: Secret<string> }
type NewKey = OneKey & { isFirst: boolean }

const contextOf = (siteId: SiteId): string => `site ${siteId}`
