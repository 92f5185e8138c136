import { type SqlBool, sql } from 'kysely'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { type Page, readPage } from '#kernel/db/page.ts'
import { fromRow } from './row.ts'
import type { Transaction } from './transaction.ts'

/** A page of the transactions of these sites whose request has no result yet, oldest first. */
export async function unresolvedTransactions(
  { db }: { db: Db },
  { siteIds, connector, ...page }: Page & { siteIds: readonly SiteId[]; connector?: string | undefined },
): Promise<{ data: Transaction[]; total: number }> {
  const { data, total } = await readPage(
    db.read
      .selectFrom('payments.payments')
      .selectAll()
      .where(sql<SqlBool>`site_id = any(${siteIds})`)
      .where('status', 'in', awaitsResult)
      .$if(connector !== undefined, (query) => query.where('connector', '=', connector as ConnectorId))
      .orderBy('id'),
    page,
  )
  return { data: data.map(fromRow), total }
}

/** A challenge waits for its shopper, and not for the acquirer. */
const awaitsResult = [
  'authorizing',
  'uncertain',
  'reversing',
  'capturing',
  'voiding',
  'cancelling',
  'refunding',
  'crediting',
] as const
