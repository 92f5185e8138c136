import type { Selectable } from 'kysely'
import type { OrderId, StoredCardId } from '#acquiring/ids'
import { type Order, orderRows } from '#acquiring/orders'
import { type Transaction, transactionRows } from '#acquiring/payments'
import { cardRows, type Shopper, type StoredCard, shopperRows } from '#acquiring/shoppers'
import type { Db } from '#kernel/db/db.ts'
import { joinable, joinedRows } from '#kernel/db/joined-rows.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { SessionId } from './ids.ts'
import type { Session } from './session.ts'

/** What decides what a page of a session shows, read by one statement. */
export type VisitRows = {
  session: Session
  order: Order
  shopper: Shopper
  /** Of the order, oldest first. */
  transactions: Transaction[]
  /** The usable card that was asked for; it may be that of another shopper. */
  card: StoredCard | undefined
}

export const findVisitRows = (db: Db, id: SessionId, cardId?: StoredCardId): Promise<VisitRows | undefined> =>
  visitsByKey(db, `${id} ${cardId ?? ''}`)

/** Those that are looked for at the same time are read together. */
const visitsByKey = loaderByKey(async (db: Db, keys: readonly string[]) => {
  const asked = keys.map((key) => key.split(' '))
  const cardIds = asked.map(([, cardId]) => cardId || null)
  const rows = await readVisits(db, [keys, asked.map(([id]) => id), cardIds])
  return new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, all]): [string, VisitRows] => {
      const [{ session, order, shopper, card }] = all as [(typeof all)[number]]
      const transactions = all.flatMap(({ transaction }) => transaction ?? [])
      return [key, { session: session!, order: order!, shopper: shopper!, card, transactions }]
    }),
  )
})

const readVisits = joinedRows(
  {
    session: joinable('checkout.sessions', (row) => fromRow(row)),
    order: orderRows,
    shopper: shopperRows,
    transaction: transactionRows,
    card: cardRows,
  },
  ({ session, order, shopper, transaction, card }) => `
    from unnest((select $1::text[]), (select $2::bigint[]), (select $3::bigint[])) as asked (key, session_id, card_id)
    cross join ${session('id = asked.session_id')}
    cross join ${order('id = session.order_id')}
    cross join ${shopper('id = "order".shopper_id')}
    left join ${transaction('order_id = session.order_id')} on true
    left join ${card('id = asked.card_id')} on true
    order by transaction.id`,
)

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

export const fromRow = (row: Selectable<Schema['checkout.sessions']>): Session => ({
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
