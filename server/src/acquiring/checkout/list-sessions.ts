import { type SqlBool, sql } from 'kysely'
import type { SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import type { Session } from './session.ts'
import { fromRow } from './store.ts'

/** A page of the sessions of these sites that are open, newest first. They end by themselves when they are idle. */
export async function openSessions(
  { db }: { db: Db },
  { siteIds, ...page }: Page & { siteIds: readonly SiteId[] },
): Promise<{ data: Session[]; total: number }> {
  const query = db.read
    .selectFrom('checkout.sessions')
    .selectAll()
    .where(sql<SqlBool>`site_id = any(${siteIds})`)
    .where('status', '=', 'open')
    // Every open session is due some day, and the index of those is small.
    .where('due_at', 'is not', null)
    .orderBy('id', 'desc')
  const { data, total } = await readPage(query, page)
  return { data: data.map(fromRow), total }
}
