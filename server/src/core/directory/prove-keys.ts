import type { Clock, Instant } from '#kernel/base/clock.ts'
import { type FingerprintPurpose, type KeyRing, type SealPurpose, sealPurposes } from '#kernel/crypto/keys.ts'
import { commit, insert, type React } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { openSiteKey } from './site-key.ts'
import { type KeyProof, keyProofs, newestSiteKeys } from './store.ts'

/** The key `page` may be changed: it only closes the pages that are open. These two find cards and sites. */
const lasting = ['cardNumber', 'siteKey'] as const satisfies readonly FingerprintPurpose[]

const text = 'the master keys of this database'
const context = 'key proof'

/** The number of a master key that was used with this database and is not in the key file. */
export type GoneKey = { purpose: SealPurpose; key: number }

/**
 * Throws unless the master keys belong to this database, before anything is sealed or looked up with them: a process
 * with other keys would store what no other one can read, and find neither cards nor sites. A database without proofs
 * gets them, unless it has keys of sites that these master keys do not open.
 *
 * Returns the older keys that have left the file. Whether anything still needs them is for the caller to ask.
 */
export async function proveKeys(ctx: { db: Db; clock: Clock; keys: KeyRing; react: React }): Promise<GoneKey[]> {
  const { db, clock, keys } = ctx
  const proofs = await keyProofs(db)
  if (proofs.length === 0) await expectSiteKeysToOpen(db, keys)
  expectProofsToHold(keys, proofs)
  const missing = proofsOf(keys).filter((mine) => !proofs.some((known) => isOfSameKey(mine, known)))
  if (missing.length === 0) return goneKeys(keys, proofs)
  const now = clock.wall()
  const rows = missing.map(({ purpose, version, proof }) => ({ purpose, version, proof, made_at: now }))
  const orElse = { conflict: ['purpose' as const, 'version' as const], set: [] }
  await commit(ctx, now, [insert('directory.key_proofs', rows, { orElse })], 'prove-keys')
  // Two processes with different keys may have begun at the same moment: the later one is refused here.
  const proofsOfAll = await keyProofs(db)
  expectProofsToHold(keys, proofsOfAll)
  return goneKeys(keys, proofsOfAll)
}

/** Since when a master key seals what is new: the newest of its purpose, by the machine's time. */
export type SealingSince = { purpose: SealPurpose; key: number; since: Instant }

/**
 * The same, and nothing is written: throws unless the master keys belong to this database. `isProven`: it was used with
 * these keys before; one that never was belongs to any. `newest`: those of them that it was used with.
 */
export async function expectKeysToBelong({
  db,
  keys,
}: {
  db: Db
  keys: KeyRing
}): Promise<{ isProven: boolean; gone: GoneKey[]; newest: SealingSince[] }> {
  const proofs = await keyProofs(db)
  if (proofs.length === 0) await expectSiteKeysToOpen(db, keys)
  expectProofsToHold(keys, proofs)
  return { isProven: proofs.length > 0, gone: goneKeys(keys, proofs), newest: newestKeys(keys, proofs) }
}

const newestKeys = (keys: KeyRing, proofs: readonly KeyProof[]): SealingSince[] =>
  sealPurposes.flatMap((purpose) => {
    const key = keys.newestVersion(purpose)
    const proof = proofs.find((known) => known.purpose === purpose && known.version === key)
    return proof ? [{ purpose, key, since: proof.madeAt }] : []
  })

/** Not those above our newest: another process may have begun with a newer file. */
const goneKeys = (keys: KeyRing, proofs: readonly KeyProof[]): GoneKey[] =>
  sealPurposes.flatMap((purpose) =>
    proofs
      .filter((proof) => proof.purpose === purpose && proof.version < keys.newestVersion(purpose))
      .filter(({ version }) => !keys.versions(purpose).includes(version))
      .map(({ version: key }) => ({ purpose, key })),
  )

const proofsOf = (keys: KeyRing): Named[] => [
  ...sealPurposes.map((purpose) => {
    const proof = keys.seal(purpose, text, context)
    return { purpose, version: keys.versionOf(proof), proof }
  }),
  ...lasting.map((purpose) => ({ purpose, version: 0, proof: keys.fingerprint(purpose, text) })),
]

type Named = Omit<KeyProof, 'madeAt'>
const isOfSameKey = (one: Named, other: Named): boolean =>
  one.purpose === other.purpose && one.version === other.version

/**
 * Of a key with several numbers one must open its proof, and none that is in the file may fail to: an older number may
 * have left the file, and a newer one may not have reached this process yet.
 */
function expectProofsToHold(keys: KeyRing, proofs: readonly KeyProof[]): void {
  for (const purpose of sealPurposes) {
    const its = proofs.filter((proof) => proof.purpose === purpose)
    const known = its.filter(({ version }) => keys.versions(purpose).includes(version))
    if (its.length > 0 && known.length === 0) throw strangers(purpose)
    if (!known.every(({ proof }) => opens(keys, purpose, proof))) throw strangers(purpose)
  }
  for (const purpose of lasting) {
    const its = proofs.find((proof) => proof.purpose === purpose)
    if (its && !keys.fingerprint(purpose, text).equals(its.proof)) throw strangers(purpose)
  }
}

function opens(keys: KeyRing, purpose: SealPurpose, proof: Uint8Array): boolean {
  try {
    return keys.open(purpose, proof, context).toString() === text
  } catch {
    return false
  }
}

/** A database from before there were proofs. One key of a site may be damaged; that none of them opens has another reason. */
async function expectSiteKeysToOpen(db: Db, keys: KeyRing): Promise<void> {
  const sealed = await newestSiteKeys(db, siteKeysTried)
  const isOpened = sealed.some((key) => {
    try {
      return keys.fingerprint('siteKey', openSiteKey(keys, key).reveal()).equals(key.fingerprint)
    } catch {
      return false
    }
  })
  if (sealed.length > 0 && !isOpened) throw strangers('directory')
}
const siteKeysTried = 100

const strangers = (purpose: string): Error =>
  new Error(
    `The master keys do not belong to this database (key "${purpose}"): what was sealed with its keys cannot be read with ` +
      'these. Nothing was changed. Use the key file that this database was used with: FLORIN_KEYS_FILE, FLORIN_KEYS or ' +
      'keys.json in FLORIN_DATA. After restoring a backup, restore the key file that belongs to it.',
  )
