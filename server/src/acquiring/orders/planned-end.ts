import type { PaymentsContext } from '#acquiring/payments'
import { findCard } from '#acquiring/shoppers'
import { type Author, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { auditedOrder } from './audited-order.ts'
import { periodDue } from './calendar.ts'
import { cardExpires, isBilledAgain, nextBillAt, type Order, type PlannedEnd } from './order.ts'
import { expiryActions, type OrderAction } from './order-states.ts'
import { refuse } from './refusals.ts'
import { type OrderNamed, requireBillable, requireBilledLater, requireOrder } from './require-order.ts'
import { getOrder } from './store.ts'
import { amended, carryOn, transitionOrder } from './transition-order.ts'

type Input = OrderNamed & {
  by: Author
  /** Written with the change, such as an idempotency key. */
  alongside?: (orderId: Order['id']) => readonly Write[]
}
type Party = Exclude<PlannedEnd['by'], 'both'>

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
    const plannedEnd = afterNextBill(order, input.message)
    await change(ctx, order, { ...input, party: 'merchant' }, { action: 'orderEndPlanned', plannedEnd })
  })
  return getOrder(ctx.db, input.orderId)
}

/**
 * Cancels a recurring order with the period that is paid, for its shopper or its merchant: it is not billed again, and ends
 * when the next bill would have been due; at once, if that is over. It replaces what the same party has planned, and stands
 * beside what the other has: then neither can undo it. Doing it again changes nothing. Refuses with `payment_in_progress`
 * while a bill is being paid, and with `payment_owed` while one is owed: there is no paid period that it could end with.
 */
export async function endWithPaidPeriod(
  ctx: PaymentsContext,
  input: Input & { party: Party; message: string | undefined },
): Promise<Order> {
  await decide(async () => {
    const order = await requireOrder(ctx.db, input)
    const plannedEnd = withPaidPeriod(order, input)
    if (await isPaidPeriodOver(ctx, order)) await endNow(ctx, { ...order, plannedEnd }, input)
    else await change(ctx, order, input, { action: 'orderEndPlanned', plannedEnd })
  })
  return getOrder(ctx.db, input.orderId)
}

/**
 * Undoes a planned end while the order has not ended. Refuses with `order_not_ending` when there is nothing to undo. Only
 * who planned it can: a merchant would bill who has cancelled, and a shopper may not order what is not offered any more.
 * What both have planned stands.
 */
export async function keepOrder(ctx: PaymentsContext, input: Input & { party: Party }): Promise<Order> {
  await decide(async () => {
    const order = await requireOrder(ctx.db, input)
    requireKeepable(order, input.party)
    await change(ctx, order, input, { action: 'orderKept', plannedEnd: undefined })
  })
  return getOrder(ctx.db, input.orderId)
}

export function requireKeepable({ plannedEnd }: Order, party: Party): void {
  if (!plannedEnd) throw refuse('order_not_ending')
  if (plannedEnd.by !== party) throw refuse(party === 'merchant' ? 'cancelled_by_customer' : 'cancelled_by_merchant')
}

/** Refuses an order that its merchant cannot end so now. */
export function requireEndable(order: Order, when: LaterEnd): void {
  plannedBy(order, when)
}

export type LaterEnd = 'withPaidPeriod' | 'afterNextBill'
const plannedBy = (order: Order, when: LaterEnd): PlannedEnd =>
  when === 'afterNextBill'
    ? afterNextBill(order, undefined)
    : withPaidPeriod(order, { party: 'merchant', message: undefined })

/** The order as it would be when its merchant ends it so, for its schedule; refused as that itself would be. */
export async function orderEnding(
  ctx: PaymentsContext,
  { when, ...named }: OrderNamed & { when: LaterEnd },
): Promise<Order> {
  const order = await requireOrder(ctx.db, named)
  return { ...order, plannedEnd: plannedBy(order, when) }
}

function afterNextBill(order: Order, message: string | undefined): PlannedEnd {
  requireNextBill(order)
  const { plannedEnd: before, nextPeriod: lastPeriod } = order
  if (before && before.by !== 'merchant') throw refuse('cancelled_by_customer', { field: 'when' })
  return before && isBilledAgain(order) ? before : { lastPeriod, by: 'merchant', message: message ?? before?.message }
}

function withPaidPeriod(order: Order, { party, message }: { party: Party; message: string | undefined }): PlannedEnd {
  requireNextBill(order)
  if (!order.dueAt) throw refuse('payment_in_progress', { field: 'when' })
  if (order.status === 'retrying') throw refuse('payment_owed', { field: 'when' })
  const { plannedEnd: before, nextPeriod } = order
  const lastPeriod = nextPeriod - 1
  if (!before) return { lastPeriod, by: party, message }
  if (before.by === party || before.by === 'both')
    return isBilledAgain(order) ? { lastPeriod, by: party, message: message ?? before.message } : before
  // The shopper's reason is the one that the store reads; the merchant's own is in the audit.
  return { lastPeriod, by: 'both', message: party === 'shopper' ? message : before.message }
}

function requireNextBill(order: Order): void {
  requireBilledLater(order)
  if (!order.interval) throw refuse('order_not_recurring', { field: 'when', type: order.type })
  requireBillable(order)
  if (!order.dueAt && !order.plannedEnd) throw refuse('payment_in_progress', { field: 'when' })
}

/** Its next bill is due by its calendar, and waits: for a worker, a connector, an active site, or the limit of a network. */
async function isPaidPeriodOver({ clock, directory }: PaymentsContext, order: Order): Promise<boolean> {
  const { calendar, interval, nextPeriod, siteId } = order
  const site = await directory.site(siteId)
  if (!calendar || !interval || !site) return false
  return Temporal.Instant.compare(periodDue(calendar, interval, site.timeZone, nextPeriod), clock.now()) <= 0
}

async function endNow(
  ctx: PaymentsContext,
  order: Order & { plannedEnd: PlannedEnd },
  { by, alongside }: Input,
): Promise<void> {
  const now = ctx.clock.now()
  const { lastPeriod } = order.plannedEnd
  const writes = [
    ...endAsPlanned(now, order, order.plannedEnd),
    auditedOrder(now, by, order, { action: 'orderEndPlanned', after: { lastPeriod } }),
  ]
  await commit(ctx, now, [...writes, ...(alongside?.(order.id) ?? [])], 'planned-end')
}

async function change(
  ctx: PaymentsContext,
  order: Order,
  { by, party, alongside }: Input & { party: Party },
  { action, plannedEnd }: { action: string; plannedEnd: PlannedEnd | undefined },
): Promise<void> {
  const now = ctx.clock.now()
  const lastPeriod = plannedEnd?.lastPeriod
  const isSame = order.plannedEnd?.lastPeriod === lastPeriod && order.plannedEnd?.by === plannedEnd?.by
  const actions = await expiryOfKept(ctx, order, plannedEnd)
  const writes = isSame
    ? []
    : [
        ...carryOn(now, order, actions, { plannedEnd }),
        announce('orderChanged', {
          owner: siteOwner(order.siteId),
          subjectId: order.id,
          body: { lastPeriod: lastPeriod ?? null, plannedBy: party },
          subject: {
            order: amended(order, { plannedEnd }),
            by: party,
            undone: plannedEnd ? undefined : order.plannedEnd,
          },
        }),
        auditedOrder(now, by, order, { action, ...(lastPeriod !== undefined && { after: { lastPeriod } }) }),
      ]
  await commit(ctx, now, [...writes, ...(alongside?.(order.id) ?? [])], 'planned-end')
}

/**
 * An order that was not to be billed again did not care about the expiry of its card, which may have been changed meanwhile.
 * Where it is billed again after all, the card may or may not expire before that.
 */
async function expiryOfKept(
  { db, directory }: PaymentsContext,
  order: Order,
  plannedEnd: PlannedEnd | undefined,
): Promise<OrderAction[]> {
  const dueAt = nextBillAt({ ...order, plannedEnd })
  if (isBilledAgain(order) || !dueAt || !order.cardId || order.status === 'retrying') return []
  const [card, site] = await Promise.all([findCard(db, order.shopperId, order.cardId), directory.site(order.siteId)])
  if (!card || !site) return []
  const expiry = `${card.expiryMonth}/${card.expiryYear}`
  return expiryActions(order.status, cardExpires({ expiry }, dueAt, site.timeZone))
}

/** The order ends as it was planned, as writes for the commit that pays its last bill, or comes to one that is not made. */
export const endAsPlanned = (now: Instant, order: Order, { lastPeriod, by, message }: PlannedEnd): Write[] =>
  transitionOrder(
    now,
    order,
    'end',
    {
      endReason: by === 'merchant' ? 'cancelled_by_merchant' : 'cancelled_by_shopper',
      cancel: { reason: by === 'merchant' ? undefined : 'customer-demand', message },
      nextPeriod: lastPeriod + 1,
      dueAt: undefined,
    },
    { leavesDebt: !isBilledAgain(order) },
  )
