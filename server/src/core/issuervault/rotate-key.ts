import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { decide, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { KeyKind, ProductKey } from './issuer-vault.ts'
import type { VaultParts } from './open-issuer-vault.ts'
import { makeKey, type SealedKey } from './product-keys.ts'
import { refuse } from './refusals.ts'
import { type KeyRow, productKeys, versionsInUse, writeAll } from './store.ts'

/** New cards have the new version. At most two versions are in use by cards that have not expired. */
export const rotateKey = (
  { db, keys, clock }: VaultParts,
  { productId, kind, today }: { productId: string; kind: KeyKind; today: string },
): Promise<ProductKey> =>
  decide(async () => {
    const newest = newestOf(await productKeys(db, productId), kind)
    const used = kind === 'signing' ? [] : await versionsInUse(db, { productId, kind, today })
    const older = used.find((version) => version < newest.version)
    if (older !== undefined) throw refuse('key_versions_in_use', { version: older })
    const now = clock.now()
    const fresh = makeKey(keys, { productId, kind, version: newest.version + 1 })
    await writeAll(db, now, [keyWrite(keys, now, fresh)])
    return { kind, version: fresh.version, checkValue: fresh.checkValue, createdAt: now }
  })

/** A key of this version that another process has just made means: read again. */
export const keyWrite = (keys: KeyRing, now: Instant, { productId, checkValue, ...key }: SealedKey): Write =>
  insert(
    'issuervault.product_keys',
    {
      ...key,
      product_id: productId,
      key_version: keys.versionOf(key.sealed),
      check_value: checkValue,
      created_at: now,
    },
    { onDuplicate: { product_keys_pkey: 'stale' } },
  )

export function newestOf(rows: readonly KeyRow[], kind: KeyKind): KeyRow {
  const newest = rows.find((row) => row.kind === kind)
  if (!newest) throw new Error(`the issuer's vault has no ${kind} of this product`)
  return newest
}
