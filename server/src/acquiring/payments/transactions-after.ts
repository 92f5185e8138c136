import { type SqlBool, sql } from 'kysely'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { fromRow } from './row.ts'
import type { Transaction } from './transaction.ts'

type After = {
  siteIds: readonly SiteId[] | undefined
  types: readonly Transaction['type'][] | undefined
  from: Instant | undefined
  to: Instant | undefined
  after: bigint
  limit: number
}

/** The transactions of these sites, or of all, that were made in a period: by ascending id, behind `after`. */
export async function transactionsAfter(
  db: Db,
  { siteIds, types, from, to, after, limit }: After,
): Promise<Transaction[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where(sql<SqlBool>`id > ${after}`)
    .$if(siteIds !== undefined, (query) => query.where(sql<SqlBool>`site_id = any(${siteIds})`))
    .$if(types !== undefined, (query) => query.where('type', 'in', types!))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('created_at', '<=', to!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}
