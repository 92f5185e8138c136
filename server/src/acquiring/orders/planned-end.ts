import type { PaymentsContext } from '#acquiring/payments'
import { type Author, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { auditedOrder } from './audited-order.ts'
import type { Order, PlannedEnd } from './order.ts'
import { refuse } from './refusals.ts'
import { type OrderNamed, requireBillable, requireBilledLater, requireOrder } from './require-order.ts'
import { getOrder } from './store.ts'
import { amendOrder, transitionOrder } from './transition-order.ts'

type Input = OrderNamed & {
  by: Author
  /** Written with the change, such as an idempotency key. */
  alongside?: (orderId: Order['id']) => readonly Write[]
}

/**
 * Cancels a recurring order for its merchant when its next bill is paid: the commit that pays it ends the order, as
 * `cancelOrder` would at that moment. Until then it is billed and retried as before; if the bill cannot be paid, the order
 * ends for that reason. Doing it again changes nothing. Refuses with `payment_in_progress` while a bill is being paid,
 * because which bill is the next one depends on its result.
 */
export async function endAfterNextBill(
  ctx: PaymentsContext,
  input: Input & { message: string | undefined },
): Promise<Order> {
  await decide(async () => {
    const order = await requireOrder(ctx.db, input)
    const { nextPeriod: lastPeriod } = order
    requireNextBill(order)
    await change(ctx, order, input, {
      action: 'orderEndPlanned',
      plannedEnd: order.plannedEnd ?? { lastPeriod, message: input.message },
    })
  })
  return getOrder(ctx.db, input.orderId)
}

/** Undoes `endAfterNextBill` while the order has not ended. Refuses with `order_not_ending` when there is nothing to undo. */
export async function keepOrder(ctx: PaymentsContext, input: Input): Promise<Order> {
  await decide(async () => {
    const order = await requireOrder(ctx.db, input)
    if (!order.plannedEnd) throw refuse('order_not_ending')
    await change(ctx, order, input, { action: 'orderKept', plannedEnd: undefined })
  })
  return getOrder(ctx.db, input.orderId)
}

/** The order as it would be when it is cancelled after its next bill, for its schedule; refused as that itself would be. */
export async function orderEnding(ctx: PaymentsContext, named: OrderNamed): Promise<Order> {
  const order = await requireOrder(ctx.db, named)
  requireNextBill(order)
  return { ...order, plannedEnd: order.plannedEnd ?? { lastPeriod: order.nextPeriod, message: undefined } }
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
          body: { lastPeriod: lastPeriod ?? null },
          subject: undefined,
        }),
        auditedOrder(now, by, order, { action, ...(lastPeriod !== undefined && { after: { lastPeriod } }) }),
      ]
  await commit(ctx, now, [...writes, ...(alongside?.(order.id) ?? [])], 'planned-end')
}

/** The last bill is paid, and the order ends with it, as writes for the commit that pays it. */
export const endAsPlanned = (now: Instant, order: Order, { lastPeriod, message }: PlannedEnd): Write[] =>
  transitionOrder(now, order, 'end', {
    endReason: 'cancelled_by_merchant',
    cancel: { reason: undefined, message },
    nextPeriod: lastPeriod + 1,
    dueAt: undefined,
  })
