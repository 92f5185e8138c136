import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { genuine } from '#kernel/db/bound/genuine.ts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { AccessContext } from './context.ts'

/** A key as the published key set shows it (RFC 8037). */
export type PublicKey = { kty: 'OKP'; crv: 'Ed25519'; alg: 'EdDSA'; use: 'sig'; kid: string; x: string }

export type TokenKey = { kid: string; publicKey: string; sealed: Uint8Array; signsFrom: Instant; expiresAt: Instant }

/** A key signs for so long. Its successor is made before, so that verifiers can learn of it in time. */
const signsFor = Temporal.Duration.from({ hours: 24 * 30 })
/** So long before it signs, a key is in the published key set. */
const announcedFor = Temporal.Duration.from({ hours: 24 })
/** So long after it has stopped signing, a key still verifies: longer than any access token lives. */
const verifiesFor = Temporal.Duration.from({ hours: 24 })

/** The keys that verify now, newest first. */
export async function tokenKeysAt(db: Db, now: Instant): Promise<TokenKey[]> {
  const rows = await db.read
    .selectFrom('access.token_keys')
    .selectAll()
    .where('expires_at', '>', now)
    .orderBy('signs_from', 'desc')
    .orderBy('id', 'desc')
    .limit(rowsMax)
    .execute()
  const good = await genuine(db, 'access.token_keys', rows)
  return good.slice(0, keysMax).map(({ kid, sealed, ...row }) => ({
    ...{ kid, sealed },
    publicKey: row.public_key,
    signsFrom: row.signs_from,
    expiresAt: row.expires_at,
  }))
}
const keysMax = 20
/** Rows that somebody inserts by hand keep no key away. */
const rowsMax = 1_000

/** Of the keys, newest first, the one that signs. */
export const signerOf = (keys: readonly TokenKey[], now: Instant): TokenKey | undefined =>
  keys.find(({ signsFrom }) => Temporal.Instant.compare(signsFrom, now) <= 0)

/** Those whose master key this process has: another may have left the key file, or not have reached it yet. */
export const openable = (ring: KeyRing, rows: readonly TokenKey[]): readonly TokenKey[] => {
  const numbers = ring.versions('directory')
  return rows.filter(({ sealed }) => numbers.includes(ring.versionOf(sealed)))
}

/** Makes the first key, and the next one a day before the last one stops signing. Two processes may make one each. */
export async function rotateTokenKeys(ctx: AccessContext): Promise<void> {
  const now = ctx.clock.now()
  const [newest] = openable(ctx.keys, await tokenKeysAt(ctx.db, now))
  const stopsAt = newest?.signsFrom.add(signsFor)
  if (stopsAt && Temporal.Instant.compare(now.add(announcedFor), stopsAt) < 0) return
  const signsFrom = stopsAt && Temporal.Instant.compare(stopsAt, now) > 0 ? stopsAt : now
  const expiresAt = signsFrom.add(signsFor).add(verifiesFor)
  await commit(ctx, now, [freshKey(ctx.keys, { now, signsFrom, expiresAt })], 'token-keys')
}

/** Deletes the keys whose tokens have all expired. */
export async function deleteOldTokenKeys({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.run('delete from access.token_keys where expires_at < $1', [clock.now().subtract(verifiesFor)])
}

function freshKey(keys: KeyRing, times: { now: Instant; signsFrom: Instant; expiresAt: Instant }) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const kid = randomUUID()
  const sealed = sealTokenKey(keys, kid, privateKey)
  return insert('access.token_keys', {
    kid,
    public_key: publicKey.export({ format: 'jwk' }).x!,
    sealed,
    created_at: times.now,
    signs_from: times.signsFrom,
    expires_at: times.expiresAt,
  })
}

export function sealTokenKey(keys: KeyRing, kid: string, key: KeyObject): Uint8Array {
  const der = key.export({ type: 'pkcs8', format: 'der' })
  const sealed = keys.seal('directory', der, contextOf(kid))
  der.fill(0)
  return sealed
}

export function openTokenKey(keys: KeyRing, { kid, sealed }: Pick<TokenKey, 'kid' | 'sealed'>): KeyObject {
  const der = keys.open('directory', sealed, contextOf(kid))
  const key = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
  der.fill(0)
  return key
}

export const publicKeyOf = ({ kid, publicKey }: TokenKey): PublicKey => ({
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  kid,
  x: publicKey,
})

export const verifierOf = (key: TokenKey): KeyObject => {
  const { kty, crv, x } = publicKeyOf(key)
  return createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
}

const contextOf = (kid: string): string => `token key ${kid}`
