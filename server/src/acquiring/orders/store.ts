import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { joinable } from '#kernel/db/joined-rows.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { Order } from './order.ts'
import { fromRow } from './row.ts'

export async function getOrder(db: Db, id: OrderId): Promise<Order> {
  const order = await findOrderById(db, id)
  assert(order, `there is an order ${id}`)
  return order
}

/** Those that are looked for at the same time are read together. */
export const findOrderById = loaderByKey(ordersById)

export async function ordersById(db: Db, ids: readonly OrderId[]): Promise<Map<OrderId, Order>> {
  const rows = await db.read
    .selectFrom('orders.orders')
    .selectAll()
    .where(oneOf('id', 'bigint', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
}

/** For a page that reads its order along with its own rows. */
export const orderRows = joinable('orders.orders', fromRow)

/** An order by its site and id, so that no site reaches another one's order by counting. */
export async function findOrder(db: Db, siteId: SiteId, id: OrderId): Promise<Order | undefined> {
  const order = await findOrderById(db, id)
  return order?.siteId === siteId ? order : undefined
}

/** The orders that these sites have named so. */
export async function orderIdsNamed(db: Db, siteIds: readonly SiteId[], externalId: string): Promise<OrderId[]> {
  const rows = await db.read
    .selectFrom('orders.orders')
    .select('id')
    .where(sql<boolean>`site_id = any(${siteIds})`)
    .where('external_id', '=', externalId)
    .orderBy('id', 'desc')
    .limit(namedMax)
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest orders of these shoppers. */
export async function ordersOfShoppers(db: Db, shopperIds: readonly ShopperId[]): Promise<OrderId[]> {
  const rows = await db.read
    .selectFrom('orders.orders')
    .select('id')
    .where(sql<boolean>`shopper_id = any(${shopperIds})`)
    .orderBy('id', 'desc')
    .limit(namedMax)
    .execute()
  return rows.map(({ id }) => id)
}
const namedMax = 100

export async function findOrderByExternalId(db: Db, siteId: SiteId, externalId: string): Promise<Order | undefined> {
  const row = await db.read
    .selectFrom('orders.orders')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Orders of a shopper that can still charge them, by ascending id after `after`, a page at a time. */
export const unfinishedOrdersOf = (db: Db, shopperId: ShopperId, after: OrderId): Promise<OrderId[]> =>
  idsOf(unfinished(db).where('shopper_id', '=', shopperId), after)

export const unfinishedOrdersAt = (db: Db, siteId: SiteId, after: OrderId): Promise<OrderId[]> =>
  idsOf(unfinished(db).where('site_id', '=', siteId), after)

export async function countUnfinishedOrders(db: Db, siteIds: readonly SiteId[]): Promise<number> {
  if (siteIds.length === 0) return 0
  const { count } = await unfinished(db)
    .where('site_id', 'in', siteIds)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Orders of other merchants that are billed later and have shares for one of these sites, found by `orders_sharing_idx`. */
export async function countSharingOrders(db: Db, siteIds: readonly SiteId[]): Promise<number> {
  if (siteIds.length === 0) return 0
  const { count } = await unfinished(db)
    .where('site_id', 'not in', siteIds)
    .where(sql<boolean>`transaction_option -> 'splitPayment' is not null`)
    .where(sql<boolean>`exists (
      select from jsonb_path_query(transaction_option, '$.**.toSite') as shared (site)
      where shared.site #>> '{}' = any (${siteIds.map(String)}::text[]))`)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const unfinished = (db: Db) =>
  db.read.selectFrom('orders.orders').where('status', 'in', ['start', 'in-progress', 'retrying', 'expiring'])

async function idsOf(found: ReturnType<typeof unfinished>, after: OrderId): Promise<OrderId[]> {
  const rows = await found.select('id').where('id', '>', after).orderBy('id').limit(unfinishedPage).execute()
  return rows.map(({ id }) => id)
}
const unfinishedPage = 100

/** Orders that are billed with this card, which expires before their next date. */
export async function ordersExpiring(
  db: Db,
  { shopperId, cardId }: { shopperId: ShopperId; cardId: StoredCardId },
): Promise<Order[]> {
  const rows = await db.read
    .selectFrom('orders.orders')
    .selectAll()
    .where('shopper_id', '=', shopperId)
    .where('card_id', '=', cardId)
    .where('status', '=', 'expiring')
    .orderBy('id')
    .limit(expiringMax)
    .execute()
  return rows.map(fromRow)
}
const expiringMax = 1_000

/** Whether the shopper of an order has others. */
export async function hasOrderBeside(db: Db, { id, shopperId }: Pick<Order, 'id' | 'shopperId'>): Promise<boolean> {
  const other = await db.read
    .selectFrom('orders.orders')
    .select('id')
    .where('shopper_id', '=', shopperId)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** The claim of orders that have come due, for the module that bills them. */
export const claimDueOrders = (
  ctx: { db: Db; clock: Clock },
  lease: { leaseMs: number },
): Pick<DueWork, 'table' | 'claim'> => claimDue(ctx, 'orders.orders', lease)
