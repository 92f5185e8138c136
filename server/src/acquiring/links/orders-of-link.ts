import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SiteId } from '#core/directory'

/**
 * A condition for a query of another module: that `orderId`, one of its columns, is an order that began at this link of
 * the site.
 */
export const isOrderOfLink = (orderId: RawBuilder<unknown>, siteId: SiteId, hash: string): RawBuilder<SqlBool> =>
  sql`${orderId} in (
    select u.order_id from links.uses u join links.links l on l.id = u.link_id where l.hash = ${hash} and l.site_id = ${siteId})`
