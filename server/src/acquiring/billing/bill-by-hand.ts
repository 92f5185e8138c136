import { amendOrder, auditedOrder, getOrder, isBillable, type Order, requireOrder } from '#acquiring/orders'
import type { Author } from '#core/directory'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { BillingParts } from './billing-context.ts'
import { payDebt } from './pay-debt.ts'
import { type RebillInput, rebillOrder } from './rebill-order.ts'
import { refuse } from './refusals.ts'

type Input = Pick<RebillInput, 'siteId' | 'orderId' | 'alongside'> & {
  by: Author
  /** Of a managed order, what to charge; what a recurring order owes is charged whole. */
  amount: Money | undefined
}

/**
 * Bills an order now because a person requests it: a managed order by an amount, a recurring one by the debt that waits
 * for its next retry. Returns the order as it is then; a decline is an outcome.
 */
export async function billByHand(ctx: BillingParts, input: Input): Promise<Order> {
  const { by, siteId, orderId, amount, alongside } = input
  const order = await requireOrder(ctx.db, { siteId, orderId })
  const now = ctx.clock.now()
  if (order.type === 'managed') {
    if (!amount) throw refuse('amount_not_positive', { field: 'amount' })
    const after = { amount: formatMoney(amount), currency: amount.currency }
    const entry = auditedOrder(now, by, order, { action: 'orderBilled', after })
    await rebillOrder(ctx, { siteId, orderId, amount, alongside: (id) => [entry, ...(alongside?.(id) ?? [])] })
    return getOrder(ctx.db, orderId)
  }
  if (amount) throw refuse('amount_of_debt', { field: 'amount' })
  await decide(() => makeDue(ctx, input))
  await payDebt(ctx, orderId)
  return getOrder(ctx.db, orderId)
}

/** What is owed falls due now. Billing then decides, with the limits of the card networks, as on any other day. */
async function makeDue(ctx: BillingParts, { by, siteId, orderId, alongside }: Input): Promise<void> {
  const order = await requireOrder(ctx.db, { siteId, orderId })
  if (order.status !== 'retrying' || !isBillable(order) || !order.dueAt) throw refuse('order_owes_nothing')
  const now = ctx.clock.now()
  const entry = auditedOrder(now, by, order, { action: 'orderBilled' })
  await commit(ctx, now, [...amendOrder(order, { dueAt: now }), entry, ...(alongside?.(orderId) ?? [])], 'bill-by-hand')
}
