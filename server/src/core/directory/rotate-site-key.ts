import type { Instant } from '#kernel/base/clock.ts'
import { decide, increase, update, type Write } from '#kernel/db/commit/commit.ts'
import { auditEntry } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { Author, NewSiteKey } from './directory.ts'
import type { SiteId } from './ids.ts'
import { displayPrivateKey } from './key-forms.ts'
import { endOfOverlap } from './overlap.ts'
import { siteOwner } from './owner.ts'
import { refuse } from './refusals.ts'
import { keepSiteKey, makePrivateKey } from './site-key.ts'
import { findSite, keysValidAt } from './store.ts'

type Rotation = {
  by: Author
  siteId: SiteId
  overlap?: Temporal.Duration | undefined
  alongside?: readonly Write[]
}

/**
 * A new key for the site. The one before it stays valid for the overlap, so that a store can change over without a
 * failed payment; any older one ends now, so that never more than two are valid.
 */
export async function rotateSiteKey(
  ctx: DirectoryContext,
  { by, siteId, overlap, alongside = [] }: Rotation,
): Promise<NewSiteKey & { previousUntil: Instant }> {
  return decide(async () => {
    const now = ctx.clock.now()
    const previousUntil = endOfOverlap(now, overlap)
    const found = await findSite(ctx.db, siteId)
    if (!found) throw refuse('site_not_found', { field: 'siteId' })
    const valid = await keysValidAt(ctx.db, siteId, now)
    const privateKey = makePrivateKey()
    await carryOut(
      ctx,
      now,
      [
        // The version of the site keeps two rotations apart: the later one reads again and ends the key of the earlier.
        update('directory.sites', {
          set: { version: increase(1n) },
          where: { id: siteId, version: found.row.version },
          wholeRow: found.row,
        }),
        ...valid.map(({ id }, index) =>
          update('directory.site_keys', { set: { expires_at: index === 0 ? previousUntil : now }, where: { id } }),
        ),
        keepSiteKey(ctx.keys, now, { siteId, privateKey, isFirst: false }),
        auditEntry(now, by, {
          action: 'siteKeyRotated',
          owner: siteOwner(siteId),
          subject: { type: 'site', id: String(siteId) },
          after: { previousKey: valid[0]?.id, previousUntil, ended: valid.slice(1).map(({ id }) => id) },
        }),
        ...alongside,
      ],
      'rotate-site-key',
    )
    return { privateKey, displayKey: displayPrivateKey(found.site, privateKey), previousUntil }
  })
}
