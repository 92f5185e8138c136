import type { Db } from '#kernel/db/db.ts'
import type { MerchantId, SiteId } from './ids.ts'

export async function siteIdsOf(db: Db, merchantId: MerchantId | undefined): Promise<SiteId[]> {
  const rows = await db.read
    .selectFrom('directory.sites')
    .select('id')
    .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId!))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The sites of merchants that have one, at most `limit` of them. */
export async function onlySitesOfMerchants(db: Db, limit: number): Promise<SiteId[]> {
  const rows = await db.read
    .selectFrom('directory.sites')
    .select((select) => select.fn.min('id').as('id'))
    .groupBy('merchant_id')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
