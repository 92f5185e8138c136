import type { Selectable } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import type { Db } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { SessionId } from './ids.ts'
import type { Session } from './session.ts'

/** Those that are looked for at the same time are read together. */
export const findSession = loaderByKey(async (db: Db, ids: readonly SessionId[]) => {
  const rows = await db.read
    .selectFrom('checkout.sessions')
    .selectAll()
    .where(oneOf('id', 'bigint', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
})

export async function findSessionOfOrder(db: Db, orderId: OrderId): Promise<Session | undefined> {
  const row = await db.read
    .selectFrom('checkout.sessions')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row && fromRow(row)
}

const fromRow = (row: Selectable<Schema['checkout.sessions']>): Session => ({
  id: row.id,
  siteId: row.site_id,
  orderId: row.order_id,
  status: row.status,
  endReason: row.end_reason ?? undefined,
  version: row.version,
  options: row.options,
  createdAt: row.created_at,
  dueAt: row.due_at ?? undefined,
})
