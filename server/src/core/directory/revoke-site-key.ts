import { decide, increase, update, type Write } from '#kernel/db/commit/commit.ts'
import { auditEntry } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { Author } from './directory.ts'
import type { SiteId } from './ids.ts'
import { siteOwner } from './owner.ts'
import { refuse } from './refusals.ts'
import { findSite, keysValidAt } from './store.ts'

type Input = { by: Author; siteId: SiteId; keyId: bigint; alongside?: readonly Write[] }

/** Ends the older of two valid keys before its time. The newest one stays: a site without any key cannot be paid. */
export async function revokeSiteKey(
  ctx: DirectoryContext,
  { by, siteId, keyId, alongside = [] }: Input,
): Promise<void> {
  await decide(async () => {
    const now = ctx.clock.now()
    const found = await findSite(ctx.db, siteId)
    if (!found) throw refuse('site_not_found', { field: 'siteId' })
    const valid = await keysValidAt(ctx.db, siteId, now)
    const key = valid.find(({ id }) => id === keyId)
    if (!key) throw refuse('key_not_found', { field: 'keyId' })
    if (key === valid[0]) throw refuse('key_is_current', { field: 'keyId' })
    await carryOut(
      ctx,
      now,
      [
        update('directory.sites', {
          set: { version: increase(1n) },
          where: { id: siteId, version: found.row.version },
          wholeRow: found.row,
        }),
        update('directory.site_keys', { set: { expires_at: now }, where: { id: keyId } }),
        auditEntry(now, by, {
          action: 'siteKeyRevoked',
          owner: siteOwner(siteId),
          subject: { type: 'site', id: String(siteId) },
          before: { key: keyId, expiresAt: key.expiresAt },
          after: { key: keyId, expiresAt: now },
        }),
        ...alongside,
      ],
      'revoke-site-key',
    )
  })
}
