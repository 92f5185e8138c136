import { claimDue, type DueWork } from '#kernel/due-work.ts'
import type { PaymentId, SiteId } from '#kernel/ids.ts'
import { closeBatches } from './close-batch.ts'
import type { PaymentsHouse } from './house.ts'
import { resolvePayment } from './resolve-payment.ts'

/** Longer than an acquirer may take, so that two workers do not ask about one payment at once. */
const leaseMs = 60_000

export const paymentJobs = (house: PaymentsHouse): DueWork[] => [
  {
    name: 'resolve payments',
    claim: claimDue(house, 'payments.payments', { leaseMs }),
    run: (id) => resolvePayment(house, id as PaymentId),
  },
  {
    name: 'close batches',
    claim: claimDue(house, 'payments.cut_offs', { leaseMs }),
    run: (id) => closeBatches(house, Number(id) as SiteId),
  },
]
