import { type Author, auditEntry, difference, type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { audited } from './audited.ts'
import { type LinksContext, siteOf } from './context.ts'
import { draftOf, foundBy } from './draft-link.ts'
import type { LinkId } from './ids.ts'
import type { Link } from './link.ts'
import type { LinkParameters } from './parameters.ts'
import { refuse } from './refusals.ts'
import { findLink } from './store.ts'

type ChangeLinkInput = {
  /** A person, whom the audit keeps; undefined for a store's own call. */
  by?: Author
  siteId: SiteId
  hash: string
  parameters: LinkParameters
  /** The version that the person saw, who does not want to undo a later change. */
  seen?: number | undefined
  /** What else is required of the link as it is. */
  require?: (link: Link) => void
  once?: (id: LinkId) => Write[]
}

/**
 * Changes a link for those who open it from now on: a visit that has begun stays with its version. What is not sent
 * stays; the whole is validated again, so two changes that fit alone but not together are refused.
 */
export const changeLink = (
  ctx: LinksContext,
  { by, siteId, hash, parameters, seen, require, once = () => [] }: ChangeLinkInput,
): Promise<void> =>
  decide(async () => {
    const [site, link] = await Promise.all([siteOf(ctx, siteId), findLink(ctx.db, siteId, hash)])
    if (!link) throw refuse('link_not_found', { hash })
    if (seen !== undefined && seen !== link.version) throw refuse('link_changed_meanwhile')
    require?.(link)
    const now = ctx.clock.now()
    const draft = draftOf({ site, now, before: link }, parameters)
    const { terms, active, limitAccess, expireDate } = draft
    const version = link.version + 1
    await commit(
      ctx,
      now,
      [
        update('links.links', {
          set: {
            version,
            active,
            ...foundBy(terms),
            limit_access: limitAccess ?? null,
            expire_date: expireDate ?? null,
            updated_at: now,
          },
          where: { id: link.id, version: link.version, removed_at: null },
        }),
        insert('links.versions', { link_id: link.id, version, terms: jsonb(terms), made_at: now }),
        announce('linkChanged', {
          owner: siteOwner(siteId),
          subjectId: link.id,
          body: { hash, version },
          subject: undefined,
        }),
        ...(by ? [auditedChange(now, by, link, draft)] : []),
        ...once(link.id),
      ],
      'change-link',
    )
  })

/** The fields that differ; none when the change changed nothing, which is an entry too. */
const auditedChange = (now: Instant, by: Author, link: Link, changed: Parameters<typeof audited>[0]): Write =>
  auditEntry(now, by, {
    action: 'linkChanged',
    owner: siteOwner(link.siteId),
    subject: { type: 'link', id: link.id },
    ...difference(audited(link), audited(changed)),
  })
