import { randomBytes } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { PartnerId } from './ids.ts'

/** 256 random bits behind a prefix that tells people and scanners of leaked keys what it is. */
export const makeApiKey = ({ live }: { live: boolean }): Secret<string> =>
  new Secret(`fpk_${live ? 'live' : 'test'}_${randomBytes(32).toString('base64url')}`)

/** RFC 7518, 3.2 wants at least 64 bytes for HS512. */
export const makeSigningKey = (): Secret<string> => new Secret(`whsec_${randomBytes(64).toString('base64url')}`)

/** What an API key is found by, without storing the key. */
export const apiKeyFingerprint = (keys: KeyRing, apiKey: string): Buffer =>
  keys.fingerprint('siteKey', `partner ${apiKey}`)

export const looksLikeApiKey = (unchecked: string): boolean => /^fpk_(?:test|live)_[\w-]{43}$/.test(unchecked)

export const keepApiKey = (keys: KeyRing, now: Instant, partnerId: PartnerId, apiKey: Secret<string>): Write =>
  insert('partners.api_keys', {
    partner_id: partnerId,
    fingerprint: apiKeyFingerprint(keys, apiKey.reveal()),
    created_at: now,
    expires_at: null,
  })

/** The first key of a partner signs at once; that of a rotation when it is activated. */
export const keepSigningKey = (
  keys: KeyRing,
  now: Instant,
  { partnerId, signingKey, isFirst }: { partnerId: PartnerId; signingKey: Secret<string>; isFirst: boolean },
): Write =>
  insert('partners.signing_keys', {
    partner_id: partnerId,
    sealed: sealSigningKey(keys, { partnerId, signingKey }),
    created_at: now,
    activated_at: isFirst ? now : null,
    expires_at: null,
  })

export const sealSigningKey = (
  keys: KeyRing,
  { partnerId, signingKey }: { partnerId: PartnerId; signingKey: Secret<string> },
): Uint8Array => keys.seal('directory', signingKey.reveal(), contextOf(partnerId))

/** Undefined for a key that was damaged, or sealed under a master key that is not there. */
export function tryOpenSigningKey(
  keys: KeyRing,
  { partnerId, sealed }: { partnerId: PartnerId; sealed: Uint8Array },
): Secret<string> | undefined {
  try {
    const plain = keys.open('directory', sealed, contextOf(partnerId))
    const signingKey = new Secret(plain.toString('latin1'))
    plain.fill(0)
    return signingKey
  } catch {
    return undefined
  }
}

const contextOf = (partnerId: PartnerId): string => `partner ${partnerId} signing`
