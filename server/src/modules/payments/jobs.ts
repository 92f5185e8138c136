import { claimDue, type DueWork } from '#kernel/due-work.ts'
import type { PaymentId, SiteId } from '#kernel/ids.ts'
import { closeBatches } from './close-batch.ts'
import { hearDispute } from './hear-dispute.ts'
import type { PaymentsHouse } from './house.ts'
import { readDisputes } from './read-disputes.ts'
import { resolvePayment } from './resolve-payment.ts'

/** Longer than an acquirer may take, so that two workers do not ask about one payment at once. */
const leaseMs = 60_000

export const paymentJobs = (house: PaymentsHouse): DueWork[] => [
  {
    name: 'resolve payments',
    site: 'site_id',
    ...claimDue(house, 'payments.payments', { leaseMs }),
    run: (id) => resolvePayment(house, id as PaymentId),
  },
  {
    name: 'close batches',
    site: 'id',
    ...claimDue(house, 'payments.cut_offs', { leaseMs }),
    run: (id) => closeBatches(house, Number(id) as SiteId),
  },
  {
    name: 'read disputes',
    inRun: 'daily',
    ...claimDue(house, 'payments.dispute_lists', { leaseMs }),
    run: () => readDisputes(house),
  },
  {
    name: 'hear disputes',
    ...claimDue(house, 'payments.dispute_news', { leaseMs }),
    run: (id) => hearDispute(house, id),
  },
]
