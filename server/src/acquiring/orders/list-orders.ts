import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ListedIds, listIds, type PageRequest } from '#acquiring/api'
import type { OrderId, ShopperId } from '#acquiring/ids'
import { isOrderOfLink } from '#acquiring/links'
import { type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { inOrder } from '#kernel/db/list.ts'
import type { Measured, RowCountIndex } from '#kernel/db/row-count-index.ts'
import type { Order } from './order.ts'
import { fromRow, itemsOf } from './row.ts'

/** What the orders of a site can be found by (wire fact 3.1). Absent or undefined: no matter. */
export type OrderFilter = {
  externalId?: string | undefined
  /** The hash of the payment link where it began. */
  link?: string | undefined
  shopperId?: ShopperId | undefined
  type?: string | undefined
  status?: string | undefined
  createdFrom?: Instant | undefined
  createdTo?: Instant | undefined
  /** Why it was cancelled, as the merchant wrote, or why it ended. */
  reason?: string | undefined
  tag?: string | undefined
}

/** One page of a site's orders, and how many there are. */
export async function listOrders(
  { db, rowCounts }: { db: Db; rowCounts(measured: Measured): RowCountIndex },
  { siteId, filter, page }: { siteId: SiteId; filter: OrderFilter; page: PageRequest },
): Promise<Omit<ListedIds, 'ids'> & { orders: Order[] }> {
  const table = 'orders.orders'
  const owned = sql<SqlBool>`site_id = ${siteId}`
  const wanted = conditionsOf(siteId, filter)
  const { createdFrom: from, createdTo: to } = filter
  const long = {
    rowCounts: rowCounts({ list: 'orders', owner: siteOwner(siteId), table, owned, madeAt: 'created_at' }),
    isFiltered: wanted.length > 0,
    period: from || to ? { from, to, madeAt: sql`created_at` } : undefined,
  }
  const source = { from: sql.table(table), id: sql`id`, conditions: [owned, ...wanted], long }
  const { ids, ...rest } = await listIds(db, source, page)
  const rows = await db.read
    .selectFrom('orders.orders')
    .selectAll()
    .where(sql<SqlBool>`id = any(${ids})`)
    .where('site_id', '=', siteId)
    .execute()
  return { ...rest, orders: inOrder(ids, rows.map(fromRow)) }
}

/** The orders of these sites, or of all, that were made in a period: by ascending id, behind `after`. */
export async function ordersAfter(db: Db, { siteIds, from, to, after, limit }: OrdersAfter): Promise<Order[]> {
  const rows = await db.read
    .selectFrom('orders.orders')
    .selectAll()
    .where(sql<SqlBool>`id > ${after}`)
    .$if(siteIds !== undefined, (query) => query.where(sql<SqlBool>`site_id = any(${siteIds})`))
    .$if(from !== undefined, (query) => query.where('created_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('created_at', '<=', to!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}
type OrdersAfter = {
  siteIds: readonly SiteId[] | undefined
  from: Instant | undefined
  to: Instant | undefined
  after: bigint
  limit: number
}

function conditionsOf(siteId: SiteId, filter: OrderFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  const when = <T>(value: T | undefined, condition: (value: T) => RawBuilder<SqlBool>) => {
    if (value !== undefined) conditions.push(condition(value))
  }
  when(filter.externalId, (externalId) => sql`external_id = ${externalId}`)
  when(filter.link, (hash) => isOrderOfLink(sql`id`, siteId, hash))
  when(filter.shopperId, (shopperId) => sql`shopper_id = ${shopperId}`)
  when(filter.type, (type) => sql`type = ${type}`)
  when(filter.status, (status) => sql`status = ${status}`)
  when(filter.reason, (reason) => sql`${reason} in (cancel_reason, end_reason)`)
  when(filter.tag, (tag) => sql`${tag} = any(tags)`)
  return conditions
}

/** What the records of transactions say of their orders. */
export async function orderFacts(
  db: Db,
  ids: readonly OrderId[],
): Promise<Map<OrderId, Pick<Order, 'externalId' | 'items' | 'backUrl' | 'customData' | 'level3'>>> {
  const rows = await db.read
    .selectFrom('orders.orders')
    .select(['id', 'external_id', 'currency', 'items', 'back_url', 'custom_data', 'level3'])
    .where(sql<SqlBool>`id = any(${ids})`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        externalId: row.external_id,
        items: itemsOf(row),
        backUrl: row.back_url ?? undefined,
        customData: row.custom_data?.value,
        level3: row.level3 ?? undefined,
      },
    ]),
  )
}
