import { sql } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import type { Db } from '#kernel/db/db.ts'

/** The facts that distinguish the next renewal of an order: the key of its first payment, and the count of its renewals. */
export type RenewalsOf = { origin: string; renewals: number }

/** Of each of these orders that has a payment. */
export async function renewalsOf(db: Db, orderIds: readonly OrderId[]): Promise<Map<OrderId, RenewalsOf>> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .select([
      'order_id as orderId',
      sql<string>`(array_agg(key order by id))[1]`.as('origin'),
      sql<number>`(count(*) filter (where period is not null))::int`.as('renewals'),
    ])
    .where(sql<boolean>`order_id = any(${orderIds}::bigint[])`)
    .where('parent_id', 'is', null)
    .groupBy('order_id')
    .execute()
  return new Map(rows.map(({ orderId, ...found }) => [orderId, found]))
}
