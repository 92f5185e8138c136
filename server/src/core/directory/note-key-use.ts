import { StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { SiteId } from './ids.ts'

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
