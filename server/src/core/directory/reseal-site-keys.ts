import { decide, update } from '#kernel/db/commit/commit.ts'
import { auditEntry } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { Author } from './directory.ts'
import { platformOwner } from './owner.ts'
import { pageLimit } from './page.ts'
import { openSiteKey, sealSiteKey } from './site-key.ts'
import { countKeysSealedBefore, keysSealedBefore } from './store.ts'

/**
 * Seals again, under the newest master key, what an older one sealed; ended keys too, so that the old master key may go.
 * A row is written only if it is still as it was read, so several processes may do this at once.
 */
export async function resealSiteKeys(
  ctx: DirectoryContext,
  { by, limit }: { by: Author; limit: number },
): Promise<{ resealed: number; left: number }> {
  const { db, keys, clock } = ctx
  const newest = keys.newestVersion('directory')
  const resealed = await decide(async () => {
    const rows = await keysSealedBefore(db, newest, pageLimit(limit))
    if (rows.length === 0) return 0
    const now = clock.now()
    await carryOut(
      ctx,
      now,
      [
        ...rows.map(({ id, siteId, sealed }) =>
          update('directory.site_keys', {
            set: { sealed: sealSiteKey(keys, { siteId, privateKey: openSiteKey(keys, { siteId, sealed }) }) },
            where: { id, sealed },
          }),
        ),
        auditEntry(now, by, {
          action: 'siteKeysResealed',
          owner: platformOwner,
          subject: { type: 'siteKeys' },
          after: { masterKey: newest, keys: rows.map(({ id }) => id) },
        }),
      ],
      'reseal-site-keys',
    )
    return rows.length
  })
  return { resealed, left: await countKeysSealedBefore(db, newest) }
}
