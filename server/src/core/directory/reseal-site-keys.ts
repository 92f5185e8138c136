import { decide, update } from '#kernel/db/commit/commit.ts'
import { auditEntry } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { Author } from './directory.ts'
import type { SiteId } from './ids.ts'
import { platformOwner } from './owner.ts'
import { pageLimit } from './page.ts'
import { sealSiteKey, tryOpenSiteKey } from './site-key.ts'
import { countKeysSealedBefore, keysSealedBefore } from './store.ts'

/**
 * Seals again, under the newest master key, what an older one sealed; ended keys too, so that the old master key may go.
 * A row is written only if it is still as it was read, so several processes may do this at once.
 */
export async function resealSiteKeys(
  ctx: DirectoryContext,
  { by, limit }: { by: Author; limit: number },
): Promise<{ resealed: number; left: number; unreadable: readonly SiteId[] }> {
  const { db, keys, clock } = ctx
  const newest = keys.newestVersion('directory')
  const done = await decide(async () => {
    const rows = await keysSealedBefore(db, newest, pageLimit(limit))
    const opened = rows.map((row) => ({ ...row, privateKey: tryOpenSiteKey(keys, row) }))
    const unreadable = opened.filter(({ privateKey }) => !privateKey).map(({ siteId }) => siteId)
    const readable = opened.flatMap(({ privateKey, ...row }) => (privateKey ? [{ ...row, privateKey }] : []))
    if (readable.length === 0) return { resealed: 0, unreadable }
    const now = clock.now()
    await carryOut(
      ctx,
      now,
      [
        ...readable.map(({ id, siteId, sealed, privateKey }) =>
          update('directory.site_keys', {
            set: { sealed: sealSiteKey(keys, { siteId, privateKey }) },
            where: { id, sealed },
          }),
        ),
        auditEntry(now, by, {
          action: 'siteKeysResealed',
          owner: platformOwner,
          subject: { type: 'siteKeys' },
          after: { masterKey: newest, keys: readable.map(({ id }) => id) },
        }),
      ],
      'reseal-site-keys',
    )
    return { resealed: readable.length, unreadable }
  })
  return { ...done, left: await countKeysSealedBefore(db, newest) }
}
