import type { StoredCardId } from '#acquiring/ids'
import type { NetworkTransaction } from '#acquiring/shoppers'
import type { Interval } from '#acquiring/terms'
import type { WalletType } from '#connectors/acquirer/port.ts'
import { siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, guard, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import type { Calendar } from './calendar.ts'
import type { OrderStatusChanged } from './events.ts'
import type { Cancellation, Order, PlannedEnd } from './order.ts'
import { type OrderAction, orderStates } from './order-states.ts'
import { refuse } from './refusals.ts'

/** The parts of an order that can change. A part that is named with undefined is cleared. */
export type OrderChanges = {
  cardId?: StoredCardId
  wallet?: WalletType | undefined
  attempts?: number
  endReason?: string
  interval?: Interval
  calendar?: Calendar
  nextPeriod?: number
  dueAt?: Instant | undefined
  networkTransaction?: NetworkTransaction | undefined
  cancel?: Cancellation
  plannedEnd?: PlannedEnd | undefined
  language?: string
  backUrl?: string
  customData?: unknown
  invoiceEmail?: string
}

/**
 * The only way an order changes status: its row (only if it was not changed meanwhile), its history, and the events.
 * Several actions follow one another: a payment that recovers an order may find that its card is about to expire.
 */
export function transitionOrder(
  now: Instant,
  order: Order,
  actions: OrderAction | readonly OrderAction[],
  given: OrderChanges = {},
  { leavesDebt = false, card }: { leavesDebt?: boolean; card?: OrderStatusChanged['card'] | undefined } = {},
): Write[] {
  const steps = stepsOf(order, [actions].flat())
  const status = steps.at(-1)!.to
  // However an order ends, it is not to end any more.
  const changes = order.plannedEnd && isEnded(status) ? { plannedEnd: undefined, ...given } : given
  const changed: Order = { ...order, ...changes, status, version: order.version + 1 }
  const reason = changes.endReason
  // Its message may say something of the shopper, and events are never erased.
  const cancelReason = changes.cancel?.reason
  return [
    update('orders.orders', {
      set: { ...columns(changes), status: changed.status, version: changed.version },
      where: { id: order.id, version: order.version },
    }),
    insert(
      'orders.order_transitions',
      steps.map(({ action, from, to }) => ({
        order_id: order.id,
        action,
        from_status: from,
        to_status: to,
        reason: reason ?? null,
        occurred_at: now,
      })),
    ),
    ...steps.map(({ action, from, to }) =>
      announce('orderStatusChanged', {
        owner: siteOwner(order.siteId),
        subjectId: order.id,
        body: {
          action,
          from,
          to,
          ...(reason && { reason }),
          ...(cancelReason && { cancel: { reason: cancelReason } }),
        },
        subject: { action, from, order: { ...changed, status: to }, leavesDebt, card },
      }),
    ),
  ]
}

const isEnded = (status: Order['status']): boolean => status === 'complete-ok' || status === 'complete-failed'

type Step = { action: OrderAction; from: Order['status']; to: Order['status'] }

function stepsOf(order: Order, actions: readonly OrderAction[]): Step[] {
  let from = order.status
  return actions.map((action) => {
    const to = orderStates.next(from, action)
    if (!to) throw refuse('unexpected_order_status', { status: order.status, action })
    const step = { action, from, to }
    from = to
    return step
  })
}

/** The order as it is after `amendOrder` with the same changes. */
export const amended = (order: Order, changes: OrderChanges): Order => ({
  ...order,
  ...changes,
  version: order.version + 1,
})

/** Changes an order's row, but not its status. */
export function amendOrder(order: Order, changes: OrderChanges): Write[] {
  const set = { ...columns(changes), version: order.version + 1 }
  return [update('orders.orders', { set, where: { id: order.id, version: order.version } })]
}

/** The order is as it was read, and stays so until the commit is done; nothing of it is written. */
export const guardOrder = ({ id, version }: Order): Write => guard('orders.orders', { id, version })

/** Changes the status where there are actions, and else the row alone. */
export const carryOn = (
  now: Instant,
  order: Order,
  actions: readonly OrderAction[],
  changes: OrderChanges,
  card?: OrderStatusChanged['card'],
): Write[] =>
  actions.length > 0 ? transitionOrder(now, order, actions, changes, { card }) : amendOrder(order, changes)

/** A write of the order ends the lease of the worker that had claimed it. */
const columns = (changes: OrderChanges) => ({
  ...(changes.cardId !== undefined && { card_id: changes.cardId }),
  ...(changes.wallet !== undefined && { wallet: changes.wallet }),
  ...(changes.attempts !== undefined && { attempts: changes.attempts }),
  ...(changes.endReason !== undefined && { end_reason: changes.endReason }),
  ...(changes.interval && { interval_type: changes.interval.unit, interval_value: changes.interval.count }),
  ...(changes.calendar && {
    anchor_at: changes.calendar.anchor,
    anchor_period: changes.calendar.anchorPeriod,
    anchor_lead: changes.calendar.lead,
  }),
  ...(changes.nextPeriod !== undefined && { next_period: changes.nextPeriod }),
  ...('dueAt' in changes && { due_at: changes.dueAt ?? null }),
  ...('networkTransaction' in changes && {
    network_transaction_id: changes.networkTransaction?.id ?? null,
    network_transaction_at: changes.networkTransaction?.at ?? null,
  }),
  ...('plannedEnd' in changes && {
    last_period: changes.plannedEnd?.lastPeriod ?? null,
    end_planned_by: changes.plannedEnd?.by ?? null,
    cancel_message: changes.plannedEnd?.message ?? null,
  }),
  ...(changes.cancel && {
    cancel_reason: changes.cancel.reason ?? null,
    cancel_message: changes.cancel.message ?? null,
  }),
  ...(changes.language !== undefined && { language: changes.language }),
  ...(changes.backUrl !== undefined && { back_url: changes.backUrl }),
  ...(changes.customData !== undefined && { custom_data: jsonb({ value: changes.customData }) }),
  ...(changes.invoiceEmail !== undefined && { invoice_email: changes.invoiceEmail }),
  leased_until: null,
})
