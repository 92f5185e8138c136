import { type SqlBool, sql } from 'kysely'
import type { Exported, Selection } from '#core/access'
import type { Db } from '#kernel/db/db.ts'
import { inOrder } from '#kernel/db/list.ts'
import type { Shopper } from './shopper.ts'
import { shoppersById } from './store.ts'

/** Customers of stores, for a file, without those that were deleted. */
export const exportedShoppers = ({ db }: { db: Db }, selection: Selection): Exported<Shopper> => ({
  columns: shopperColumns,
  rowsAfter: (after, limit) => shoppersAfter(db, { ...selection, after, limit }),
})

export const shopperColumns: Exported<Shopper>['columns'] = {
  id: ({ id }) => String(id),
  site_id: ({ siteId }) => String(siteId),
  store_customer_id: ({ identifier }) => identifier,
  created_at: ({ createdAt }) => createdAt,
  created_at_utc: ({ createdAt }) => createdAt.toString(),
  email: ({ email }) => email,
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  phone: ({ phone }) => phone,
  country: ({ country }) => country,
  city: ({ city }) => city,
  tags: ({ tags }) => tags.join(' '),
}

async function shoppersAfter(
  db: Db,
  { siteIds, from, to, after, limit }: Selection & { after: bigint; limit: number },
): Promise<Shopper[]> {
  const rows = await db.read
    .selectFrom('shoppers.shoppers')
    .select('id')
    .where(sql<SqlBool>`id > ${after}`)
    .where('removed_at', 'is', null)
    .$if(siteIds !== undefined, (query) => query.where(sql<SqlBool>`site_id = any(${siteIds})`))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('created_at', '<=', to!))
    .orderBy('id')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  return inOrder(ids, [...(await shoppersById(db, ids)).values()])
}
