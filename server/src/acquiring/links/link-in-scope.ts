import { type StaffCaller, seesSite } from '#core/access'
import type { LinksContext } from './context.ts'
import type { LinkId } from './ids.ts'
import type { Link } from './link.ts'
import { refuse } from './refusals.ts'
import { findLinkById } from './store.ts'

/** The link that a call is about. One of another merchant's site is not there, nor one that was removed. */
export async function linkInScope(
  ctx: Pick<LinksContext, 'db' | 'directory'>,
  caller: StaffCaller,
  linkId: LinkId,
): Promise<Link> {
  const link = await findLinkById(ctx.db, linkId)
  if (!link || link.removedAt || !(await seesSite(ctx.directory, caller, link.siteId)))
    throw refuse('link_not_found', { field: 'linkId', hash: String(linkId) })
  return link
}
