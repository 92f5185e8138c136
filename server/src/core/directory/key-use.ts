import type { Instant } from '#kernel/base/clock.ts'
import { StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { ValidKey } from './directory.ts'
import type { SiteId } from './ids.ts'

export type KeyInUse = ValidKey & { expiresAt: Instant | null; usedAt: Instant | null }

/**
 * Remembers that a store signs or calls with a key that a rotation made, so that it can read what is sealed with it. Once
 * is enough; another process may be first.
 */
export async function noteKeyUse(
  ctx: DirectoryContext,
  { siteId, keyId }: { siteId: SiteId; keyId: bigint },
): Promise<void> {
  const now = ctx.clock.now()
  const where = { id: keyId, site_id: siteId, used_at: null }
  try {
    await carryOut(ctx, now, [update('directory.site_keys', { set: { used_at: now }, where })], 'note-key-use')
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error
  }
}

/** Of the valid keys, newest first, the one that the store can certainly open a result with. */
export async function sealingKey(
  keys: readonly KeyInUse[],
  signedBy: () => Promise<bigint | undefined> = async () => undefined,
): Promise<ValidKey['key'] | undefined> {
  const [newest, older] = keys
  if (!newest || !older) return newest?.key
  const signer = await signedBy()
  const signing = signer === undefined ? undefined : keys.find(({ id }) => id === signer)
  return (signing ?? (newest.usedAt === null ? older : newest)).key
}
