import { type SiteId, siteOwner } from '#core/directory'
import { announce, commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { LinksContext } from './context.ts'
import type { LinkId } from './ids.ts'
import { refuse } from './refusals.ts'
import { findLink } from './store.ts'

/** Closes a link for good. Its row stays, for the orders that came of it and for the page that says it is gone. */
export const removeLink = (
  ctx: LinksContext,
  { siteId, hash, once = () => [] }: { siteId: SiteId; hash: string; once?: (id: LinkId) => Write[] },
): Promise<void> =>
  decide(async () => {
    const link = await findLink(ctx.db, siteId, hash)
    if (!link) throw refuse('link_not_found', { hash })
    const now = ctx.clock.now()
    await commit(
      ctx,
      now,
      [
        update('links.links', {
          set: { removed_at: now, updated_at: now },
          where: { id: link.id, version: link.version, removed_at: null },
        }),
        announce('linkRemoved', { owner: siteOwner(siteId), subjectId: link.id, body: { hash }, subject: undefined }),
        ...once(link.id),
      ],
      'remove-link',
    )
  })
