import type { OrderId } from '#acquiring/ids'
import { amendOrder, auditedOrder, getOrder, isBillable, type Order, requireOrder } from '#acquiring/orders'
import type { Author } from '#core/directory'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { Billed } from './bill-order.ts'
import type { BillingParts } from './billing-context.ts'
import { payDebt } from './pay-debt.ts'
import { type RebillInput, rebillOrder } from './rebill-order.ts'
import { refuse } from './refusals.ts'

type Input = Pick<RebillInput, 'siteId' | 'orderId'> & {
  by: Author
  /** Written with the first commit, such as an idempotency key. */
  alongside?: (orderId: OrderId) => readonly Write[]
  /** Of a managed order, what to charge; what a recurring order owes is charged whole. */
  amount: Money | undefined
}

/**
 * Bills an order now because a person requests it: a managed order by an amount, a recurring one by the debt that waits
 * for its next retry. Returns the order as it is then, with the payment or what the bill waits for; a decline is an outcome.
 * Where a managed order cannot be charged now, that is refused.
 */
export async function billByHand(ctx: BillingParts, input: Input): Promise<Billed & { order: Order }> {
  const { by, siteId, orderId, amount, alongside } = input
  const order = await requireOrder(ctx.db, { siteId, orderId })
  const now = ctx.clock.now()
  if (order.type === 'managed') {
    if (!amount) throw refuse('amount_not_positive', { field: 'amount' })
    const after = { amount: formatMoney(amount), currency: amount.currency }
    const entry = auditedOrder(now, by, order, { action: 'orderBilled', after })
    return rebillOrder(ctx, { siteId, orderId, amount, alongside: (id) => [entry, ...(alongside?.(id) ?? [])] })
  }
  if (amount) throw refuse('amount_of_debt', { field: 'amount' })
  await decide(() => makeDue(ctx, input))
  const billed = await payDebt(ctx, orderId)
  return { ...billed, order: await getOrder(ctx.db, orderId) }
}

/** Only a debt that waits for its next retry is billed before it falls due. */
export function requireDebt(order: Order): void {
  if (order.status !== 'retrying' || !isBillable(order) || !order.dueAt) throw refuse('order_owes_nothing')
}

/** What is owed falls due now. Billing then decides, with the limits of the card networks, as on any other day. */
async function makeDue(ctx: BillingParts, { by, siteId, orderId, alongside }: Input): Promise<void> {
  const order = await requireOrder(ctx.db, { siteId, orderId })
  requireDebt(order)
  const now = ctx.clock.now()
  const entry = auditedOrder(now, by, order, { action: 'orderBilled' })
  await commit(ctx, now, [...amendOrder(order, { dueAt: now }), entry, ...(alongside?.(orderId) ?? [])], 'bill-by-hand')
}
