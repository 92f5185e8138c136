import type { PaymentsContext } from '#acquiring/payments'
import { type Author, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { auditedOrder } from './audited-order.ts'
import { isBilledAgain, type Order, type PlannedEnd } from './order.ts'
import { refuse } from './refusals.ts'
import { type OrderNamed, requireBillable, requireBilledLater, requireOrder } from './require-order.ts'
import { getOrder } from './store.ts'
import { amended, amendOrder, transitionOrder } from './transition-order.ts'

type Input = OrderNamed & {
  by: Author
  /** Written with the change, such as an idempotency key. */
  alongside?: (orderId: Order['id']) => readonly Write[]
}

/**
 * Cancels a recurring order for its merchant when its next bill is paid: the commit that pays it ends the order, as
 * `cancelOrder` would at that moment. Until then it is billed and retried as before; if the bill cannot be paid, the order
 * ends for that reason. Doing it again changes nothing. Refuses with `payment_in_progress` while a bill is being paid,
 * because which bill is the next one depends on its result, and with `cancelled_by_customer` when no bill is to come.
 */
export async function endAfterNextBill(
  ctx: PaymentsContext,
  input: Input & { message: string | undefined },
): Promise<Order> {
  await decide(async () => {
    const order = await requireOrder(ctx.db, input)
    const { nextPeriod: lastPeriod } = order
    requireNextBill(order)
    if (!isBilledAgain(order)) throw refuse('cancelled_by_customer', { field: 'when' })
    await change(ctx, order, input, {
      action: 'orderEndPlanned',
      plannedEnd: order.plannedEnd ?? { lastPeriod, by: 'merchant', message: input.message },
    })
  })
  return getOrder(ctx.db, input.orderId)
}

/**
 * Cancels a recurring order for its shopper with the period that is paid: it is not billed again, and ends when the next
 * bill would have been due, also if its merchant had planned one more bill. Doing it again changes nothing. Refuses with
 * `payment_in_progress` while a bill is being paid, and with `unexpected_order_status` while one is owed: there is no paid
 * period that it could end with.
 */
export async function endWithPaidPeriod(
  ctx: PaymentsContext,
  input: Input & { message: string | undefined },
): Promise<Order> {
  await decide(async () => {
    const order = await requireOrder(ctx.db, input)
    requireNextBill(order)
    if (!order.dueAt) throw refuse('payment_in_progress', { field: 'when' })
    if (order.status === 'retrying') throw refuse('unexpected_order_status', { status: order.status })
    await change(ctx, order, input, {
      action: 'orderEndPlanned',
      plannedEnd: isBilledAgain(order)
        ? { lastPeriod: order.nextPeriod - 1, by: 'shopper', message: input.message }
        : order.plannedEnd,
    })
  })
  return getOrder(ctx.db, input.orderId)
}

/**
 * Undoes a planned end while the order has not ended. Refuses with `order_not_ending` when there is nothing to undo. Only
 * who planned it can: a merchant would bill who has cancelled, and a shopper may not order what is not offered any more.
 */
export async function keepOrder(ctx: PaymentsContext, input: Input & { party: PlannedEnd['by'] }): Promise<Order> {
  await decide(async () => {
    const order = await requireOrder(ctx.db, input)
    if (!order.plannedEnd) throw refuse('order_not_ending')
    if (order.plannedEnd.by !== input.party)
      throw refuse(input.party === 'merchant' ? 'cancelled_by_customer' : 'cancelled_by_merchant')
    await change(ctx, order, input, { action: 'orderKept', plannedEnd: undefined })
  })
  return getOrder(ctx.db, input.orderId)
}

/** The order as it would be when it is cancelled after its next bill, for its schedule; refused as that itself would be. */
export async function orderEnding(ctx: PaymentsContext, named: OrderNamed): Promise<Order> {
  const order = await requireOrder(ctx.db, named)
  requireNextBill(order)
  if (!isBilledAgain(order)) throw refuse('cancelled_by_customer', { field: 'when' })
  const { nextPeriod: lastPeriod } = order
  return { ...order, plannedEnd: order.plannedEnd ?? { lastPeriod, by: 'merchant', message: undefined } }
}

function requireNextBill(order: Order): void {
  requireBilledLater(order)
  if (!order.interval) throw refuse('order_not_recurring', { field: 'when', type: order.type })
  requireBillable(order)
  if (!order.dueAt && !order.plannedEnd) throw refuse('payment_in_progress', { field: 'when' })
}

async function change(
  ctx: PaymentsContext,
  order: Order,
  { by, alongside }: Input,
  { action, plannedEnd }: { action: string; plannedEnd: PlannedEnd | undefined },
): Promise<void> {
  const now = ctx.clock.now()
  const lastPeriod = plannedEnd?.lastPeriod
  const isSame = order.plannedEnd?.lastPeriod === lastPeriod
  const writes = isSame
    ? []
    : [
        ...amendOrder(order, { plannedEnd }),
        announce('orderChanged', {
          owner: siteOwner(order.siteId),
          subjectId: order.id,
          body: { lastPeriod: lastPeriod ?? null, plannedBy: (plannedEnd ?? order.plannedEnd)?.by },
          subject: { order: amended(order, { plannedEnd }), undone: plannedEnd ? undefined : order.plannedEnd },
        }),
        auditedOrder(now, by, order, { action, ...(lastPeriod !== undefined && { after: { lastPeriod } }) }),
      ]
  await commit(ctx, now, [...writes, ...(alongside?.(order.id) ?? [])], 'planned-end')
}

/** The order ends as it was planned, as writes for the commit that pays its last bill, or comes to one that is not made. */
export const endAsPlanned = (now: Instant, order: Order, { lastPeriod, by, message }: PlannedEnd): Write[] =>
  transitionOrder(
    now,
    order,
    'end',
    {
      endReason: `cancelled_by_${by}`,
      cancel: { reason: by === 'shopper' ? 'customer-demand' : undefined, message },
      nextPeriod: lastPeriod + 1,
      dueAt: undefined,
    },
    { leavesDebt: !isBilledAgain(order) },
  )
