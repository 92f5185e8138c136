import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SiteId } from '#core/directory'

/** What shoppers of a site can be found by. A filter that is left out selects all. */
export type ShopperFilter = {
  /** In any letter case. */
  email?: string | undefined
  country?: string | undefined
  state?: string | undefined
}

/**
 * A condition for a query of another module: that `shopperId`, one of its columns, is a shopper of the site who fits the
 * filter. It is a subquery with an index on each site's e-mail addresses, so it needs no list of ids, however many fit.
 * Returns undefined when the filter selects all.
 */
export function isShopperWith(
  shopperId: RawBuilder<unknown>,
  siteId: SiteId,
  { email, country, state }: ShopperFilter,
): RawBuilder<SqlBool> | undefined {
  const wanted: RawBuilder<SqlBool>[] = [
    ...(email === undefined ? [] : [sql<SqlBool>`lower(email) = lower(${email})`]),
    ...(country === undefined ? [] : [sql<SqlBool>`country = ${country}`]),
    ...(state === undefined ? [] : [sql<SqlBool>`state = ${state}`]),
  ]
  if (wanted.length === 0) return undefined
  return sql`${shopperId} in (
    select id from shoppers.shoppers where site_id = ${siteId} and ${sql.join(wanted, sql` and `)})`
}
