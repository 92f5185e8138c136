import type { OrderId } from '#acquiring/ids'
import { claimDueOrders } from '#acquiring/orders'
import type { DueWork } from '#kernel/work/due-work.ts'
import { billOrder } from './bill-order.ts'
import { type BillingParts, billingContext } from './billing-context.ts'

/** Longer than an acquirer may take, so that two workers do not bill one order at once. */
const leaseMs = 60_000

/** While the program decides about one batch, the database writes another, and a third is at the acquirer. */
const batch = 200

/** Bills the orders that are due. */
export function billingJobs(ctx: BillingParts): DueWork[] {
  const billing = billingContext(ctx)
  return [
    {
      name: 'bill orders',
      batch,
      atOnce: 3 * batch,
      owner: { kind: 'site', column: 'site_id' },
      ...claimDueOrders(ctx, { leaseMs }),
      run: async (id) => void (await billOrder(billing, id as OrderId)),
    },
  ]
}
