import { type Author, auditEntry, type SiteId, siteOwner } from '#core/directory'
import { announce, commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import { audited } from './audited.ts'
import type { LinksContext } from './context.ts'
import type { LinkId } from './ids.ts'
import { refuse } from './refusals.ts'
import { findLink } from './store.ts'

type RemoveLinkInput = {
  /** A person, whom the audit keeps; undefined for a store's own call. */
  by?: Author
  siteId: SiteId
  hash: string
  once?: (id: LinkId) => Write[]
}

/** Closes a link for good. Its row stays, for the orders that came of it and for the page that says it is gone. */
export const removeLink = (ctx: LinksContext, { by, siteId, hash, once = () => [] }: RemoveLinkInput): Promise<void> =>
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
        ...(by
          ? [
              auditEntry(now, by, {
                action: 'linkRemoved',
                owner: siteOwner(siteId),
                subject: { type: 'link', id: link.id },
                before: audited(link),
              }),
            ]
          : []),
        ...once(link.id),
      ],
      'remove-link',
    )
  })
