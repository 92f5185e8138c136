import { type Author, auditEntry, type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, commit, insert, type Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { audited } from './audited.ts'
import { type LinksContext, siteOf } from './context.ts'
import { draftOf, foundBy, type LinkDraft } from './draft-link.ts'
import { makeHash } from './hash.ts'
import type { LinkId } from './ids.ts'
import type { LinkParameters } from './parameters.ts'

type CreateLinkInput = {
  /** A person, whom the audit keeps; undefined for a store's own call. */
  by?: Author
  siteId: SiteId
  parameters: LinkParameters
  once?: (id: Ref) => Write[]
}

/**
 * Makes a link. It is refused, with the parameter's name, if a shopper who opened it would be.
 * `once` joins the commit: what makes a repeated request harmless.
 */
export async function createLink(
  ctx: LinksContext,
  { by, siteId, parameters, once = () => [] }: CreateLinkInput,
): Promise<{ id: LinkId; hash: string }> {
  const site = await siteOf(ctx, siteId)
  const now = ctx.clock.now()
  const draft = draftOf({ site, now, before: undefined }, parameters)
  const [link, hash] = [ref('link'), makeHash()]
  const ids = await commit(
    ctx,
    now,
    [...planLink(now, { by, siteId, draft, link, hash }), ...once(link)],
    'create-link',
  )
  return { id: ids<LinkId>(link), hash }
}

type NewLink = { by: Author | undefined; siteId: SiteId; draft: LinkDraft; link: Ref; hash: string }

/** A link, with its first version and the entry of the audit, as writes for the caller's commit. */
export function planLink(now: Instant, { by, siteId, draft, link, hash }: NewLink): Write[] {
  const { terms, active, limitAccess, expireDate } = draft
  return [
    insert(
      'links.links',
      {
        hash,
        site_id: siteId,
        active,
        ...foundBy(terms),
        limit_access: limitAccess ?? null,
        expire_date: expireDate ?? null,
        created_at: now,
        updated_at: now,
        removed_at: null,
      },
      { as: link, onDuplicate: { links_hash_key: 'stale' } },
    ),
    insert('links.versions', { link_id: link, version: 1, terms: jsonb(terms), made_at: now }),
    announce('linkCreated', { owner: siteOwner(siteId), subjectId: link, body: { hash }, subject: undefined }),
    ...(by
      ? [
          auditEntry(now, by, {
            action: 'linkCreated',
            owner: siteOwner(siteId),
            subject: { type: 'link', id: link },
            after: audited(draft),
          }),
        ]
      : []),
  ]
}
