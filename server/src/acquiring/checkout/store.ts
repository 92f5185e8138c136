import type { Selectable } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { SessionId } from './ids.ts'
import type { Session } from './session.ts'

export async function findSession(db: Db, id: SessionId): Promise<Session | undefined> {
  const row = await db.read.selectFrom('checkout.sessions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

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
