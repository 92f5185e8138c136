import type { Secret } from '#kernel/base/secret.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { auditEntry } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { Author } from './directory.ts'
import type { SiteId } from './ids.ts'
import { displayPrivateKey } from './key-forms.ts'
import { siteOwner } from './owner.ts'
import { refuse } from './refusals.ts'
import { tryOpenSiteKey } from './site-key.ts'
import { findSite, keysValidAt } from './store.ts'

type Input = { by: Author; siteId: SiteId; keyId: bigint; alongside?: readonly Write[] }

/** A key that is valid now, as its store has it. That it was read is in the audit before anybody sees it. */
export async function revealSiteKey(
  ctx: DirectoryContext,
  { by, siteId, keyId, alongside = [] }: Input,
): Promise<Secret<string>> {
  const now = ctx.clock.now()
  const found = await findSite(ctx.db, siteId)
  if (!found) throw refuse('site_not_found', { field: 'siteId' })
  const key = (await keysValidAt(ctx.db, siteId, now)).find(({ id }) => id === keyId)
  if (!key) throw refuse('key_not_found', { field: 'keyId' })
  const privateKey = tryOpenSiteKey(ctx.keys, { siteId, sealed: key.sealed })
  if (!privateKey) throw refuse('site_key_unreadable', { siteId })
  const entry = auditEntry(now, by, {
    action: 'siteKeyRevealed',
    owner: siteOwner(siteId),
    subject: { type: 'site', id: String(siteId) },
    after: { key: keyId },
  })
  await carryOut(ctx, now, [entry, ...alongside], 'reveal-site-key')
  return displayPrivateKey(found.site, privateKey)
}
