import type { Instant } from '#kernel/clock.ts'
import { announce, insert, update, type Write } from '#kernel/commit.ts'
import type { StoredCardId } from '#kernel/ids.ts'
import type { Order } from './order.ts'
import { type OrderAction, orderStates } from './order-states.ts'
import { refuse } from './refusals.ts'

export type OrderChanges = { cardId?: StoredCardId; attempts?: number; endReason?: string }

/** The only way an order changes status: its row (only if nobody changed it meanwhile), its history, and the news. */
export function moveOrder(now: Instant, order: Order, action: OrderAction, changes: OrderChanges = {}): Write[] {
  const to = orderStates.next(order.status, action)
  if (!to) throw refuse('order_status_forbids', { status: order.status, action })
  const moved: Order = { ...order, ...changes, status: to, version: order.version + 1 }
  const reason = changes.endReason
  return [
    update('orders.orders', {
      set: { ...columns(changes), status: to, version: moved.version },
      where: { id: order.id, version: order.version },
    }),
    insert('orders.moves', {
      order_id: order.id,
      action,
      from_status: order.status,
      to_status: to,
      reason: reason ?? null,
      moved_at: now,
    }),
    announce('orderMoved', {
      siteId: order.siteId,
      subjectId: order.id,
      body: { action, from: order.status, to, ...(reason && { reason }) },
      subject: { action, from: order.status, order: moved },
    }),
  ]
}

/** Changes an order's row without moving it. */
export function amendOrder(order: Order, changes: OrderChanges): Write[] {
  const set = { ...columns(changes), version: order.version + 1 }
  return [update('orders.orders', { set, where: { id: order.id, version: order.version } })]
}

const columns = ({ cardId, attempts, endReason }: OrderChanges) => ({
  ...(cardId !== undefined && { card_id: cardId }),
  ...(attempts !== undefined && { attempts }),
  ...(endReason !== undefined && { end_reason: endReason }),
})
