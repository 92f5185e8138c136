import type { OrderId, ShopperId } from '#acquiring/ids'
import {
  isPayment,
  type Payment,
  type PaymentsContext,
  recordVoidIntent,
  sendVoid,
  type Transaction,
  transactionsOf,
  underWay,
} from '#acquiring/payments'
import type { Author, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { isolateEach } from '#kernel/db/isolate-failures.ts'
import { auditedOrder } from './audited-order.ts'
import { endOrder } from './end-order.ts'
import { type Cancellation, isBillable, isBilledLater, type Order } from './order.ts'
import { refuse } from './refusals.ts'
import { requireOrder } from './require-order.ts'
import { getOrder, unfinishedOrdersAt, unfinishedOrdersOf } from './store.ts'

export type CancelInput = Cancellation & {
  siteId: SiteId
  orderId: OrderId
  by: Author
  /** Whose decision it is; `by` carries it out. */
  party: 'merchant' | 'shopper'
  /** Written with the cancellation, or with the intent of the void: such as an idempotency key. */
  alongside?: (orderId: OrderId) => readonly Write[]
  /** The moment of what is written with it; otherwise that of its own commit. */
  at?: Instant
}

/**
 * Ends an order because its merchant or its shopper cancels it: a recurring or managed one is not billed again, an unpaid
 * one cannot be paid any more, and the authorization of a purchase that is not captured is voided. What was paid stays
 * paid; a refund returns it. Cancelling a cancelled order changes nothing.
 */
export async function cancelOrder(ctx: PaymentsContext, input: CancelInput): Promise<Order> {
  const voiding = await decide(() => cancel(ctx, input))
  if (voiding) await sendVoid(ctx, voiding)
  return getOrder(ctx.db, input.orderId)
}

/** Returns the payment that is to be voided now, if there is one. */
async function cancel(ctx: PaymentsContext, input: CancelInput): Promise<Payment | undefined> {
  const { by, party, reason, message, alongside } = input
  const order = await requireOrder(ctx.db, input)
  const now = input.at ?? ctx.clock.now()
  const entry = (action: string) => auditedOrder(now, by, order, { action, after: { party } })
  const others = alongside?.(order.id) ?? []
  if (!isBilledLater(order) && order.status === 'in-progress')
    return recordVoid(ctx, now, order, by, [entry('orderCancellationRequested'), ...others])
  const isCancelled = order.endReason?.startsWith('cancelled_by_')
  if (!isCancelled) requireCancellable(order, order.status === 'start' ? await transactionsOf(ctx.db, order.id) : [])
  const endReason = `cancelled_by_${party}`
  const ends = isCancelled
    ? []
    : [...endOrder(now, order, { endReason, cancel: { reason, message } }), entry('orderCancelled')]
  await commit(ctx, now, [...ends, ...others], 'cancel-order')
  return undefined
}

/**
 * Refuses an order that has ended, or is paid. While it is unknown whether it is paid, it cannot be cancelled; one that is
 * authorized and not captured is cancelled by a void.
 */
export function requireCancellable(order: Order, transactions: readonly Transaction[]): void {
  if (!isBilledLater(order) && order.status === 'in-progress') requireAuthorized(transactions)
  else if (order.status === 'start') refuseUnderWay(transactions)
  else if (!isBillable(order))
    throw refuse(isBilledLater(order) ? 'unexpected_order_status' : 'order_not_cancellable', { status: order.status })
}

function refuseUnderWay(transactions: readonly Transaction[]): void {
  const waiting = transactions.some(({ status }) => underWay.some((one) => one === status))
  if (waiting) throw refuse('payment_in_progress')
}

function requireAuthorized(transactions: readonly Transaction[]): Payment {
  const authorized = transactions.filter(isPayment).find(({ status }) => status === 'authorized')
  if (!authorized) throw refuse('payment_in_progress')
  return authorized
}

/** The intent of voiding the authorization. The order fails when the void has succeeded. */
async function recordVoid(
  ctx: PaymentsContext,
  now: Instant,
  { id }: Order,
  by: Author,
  others: readonly Write[],
): Promise<Payment> {
  const authorized = requireAuthorized(await transactionsOf(ctx.db, id))
  const along = { by, reversal: undefined, alongside: () => others }
  return recordVoidIntent(ctx, now, authorized, undefined, along)
}

/**
 * Ends the orders of a shopper who is deleted (wire fact 3.3). An order whose first payment is under way is left to it.
 * Safe to begin again.
 */
export async function endOrdersOf(ctx: PaymentsContext, shopperId: ShopperId, by: Author): Promise<void> {
  const each = isolateEach()
  for (let after = 0n as OrderId; ; ) {
    const ids = await unfinishedOrdersOf(ctx.db, shopperId, after)
    if (ids.length === 0) return each.finish()
    for (const id of ids) await each.attempt(() => decide(() => endOne(ctx, id, { by, endReason: 'customer_deleted' })))
    after = ids.at(-1)!
  }
}

type Ending = { by: Author; endReason: string }

/**
 * Ends the orders of a site whose merchant closes, but for those whose payment is under way or not captured yet. Returns
 * whether there were more than one call ends. One that cannot be ended keeps none back, and fails the last call. Safe to
 * begin again.
 */
export async function endOrdersAt(ctx: PaymentsContext, siteId: SiteId, ending: Ending): Promise<boolean> {
  const each = isolateEach()
  let ended = 0
  for (let after = 0n as OrderId; ended < endedAtOnce; ) {
    const ids = await unfinishedOrdersAt(ctx.db, siteId, after)
    if (ids.length === 0) {
      each.finish()
      return false
    }
    for (const id of ids) if (await each.attempt(() => decide(() => endOne(ctx, id, ending)))) ended++
    after = ids.at(-1)!
  }
  return true
}
const endedAtOnce = 1_000

/** Returns whether it was ended. */
async function endOne(ctx: PaymentsContext, id: OrderId, { by, endReason }: Ending): Promise<boolean> {
  const order = await getOrder(ctx.db, id)
  const now = ctx.clock.now()
  if (order.status !== 'start' && !isBillable(order)) return false
  const payments = order.status === 'start' ? await transactionsOf(ctx.db, id) : []
  if (payments.some(({ status }) => underWay.some((one) => one === status))) return false
  const entry = auditedOrder(now, by, order, { action: 'orderCancelled', after: { reason: endReason } })
  await commit(ctx, now, [...endOrder(now, order, { endReason }), entry], 'cancel-order')
  return true
}
