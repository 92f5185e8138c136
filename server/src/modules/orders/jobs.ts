import { claimDue, type DueWork } from '#kernel/due-work.ts'
import type { OrderId } from '#kernel/ids.ts'
import type { PaymentsHouse } from '#payments'
import { billOrder } from './bill-order.ts'
import { billingHouse } from './billing-house.ts'

/** Longer than an acquirer may take, so that two workers do not bill one order at once. */
const leaseMs = 60_000

export function billingJobs(house: PaymentsHouse): DueWork[] {
  const billing = billingHouse(house)
  return [
    {
      name: 'bill orders',
      batch: 200,
      site: 'site_id',
      ...claimDue(house, 'orders.orders', { leaseMs }),
      run: async (id) => void (await billOrder(billing, id as OrderId)),
    },
  ]
}
