import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SiteId } from '#core/directory'
import type { Reader } from '#kernel/db/db.ts'

/**
 * A condition for a query of another module: that `orderId`, one of its columns, is an order that began at this link of
 * the site.
 */
export const isOrderOfLink = (orderId: RawBuilder<unknown>, siteId: SiteId, hash: string): RawBuilder<SqlBool> =>
  sql`${orderId} in (
    select u.order_id from links.uses u join links.links l on l.id = u.link_id where l.hash = ${hash} and l.site_id = ${siteId})`

/** The orders that began at the link of one of these sites with this hash, the newest first; at most `ordersMax`. */
export async function ordersOfLink(db: Reader, siteIds: readonly SiteId[], hash: string): Promise<bigint[]> {
  const rows = await db.read
    .selectFrom('links.uses as use')
    .innerJoin('links.links as link', 'link.id', 'use.link_id')
    .select('use.order_id as id')
    .where('link.hash', '=', hash)
    .where(sql<SqlBool>`link.site_id = any(${siteIds}::int[])`)
    .orderBy('use.order_id', 'desc')
    .limit(ordersMax)
    .execute()
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}
const ordersMax = 20_000
