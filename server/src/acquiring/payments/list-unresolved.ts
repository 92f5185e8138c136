import { type SqlBool, sql } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { oneOf } from '#kernel/db/one-of.ts'
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

/** When each of these came into its status. */
export async function statusSince(db: Db, ids: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, Instant>> {
  const rows = await db.read
    .selectFrom('payments.payment_transitions')
    .select(({ fn }) => ['payment_id as id', fn.max('occurred_at').as('since')])
    .where(oneOf('payment_id', 'bigint', ids))
    .groupBy('payment_id')
    .execute()
  return new Map(rows.map(({ id, since }) => [id, since]))
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
