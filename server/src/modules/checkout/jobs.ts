import { claimDue, type DueWork } from '#kernel/due-work.ts'
import type { SessionId } from '#kernel/ids.ts'
import { expireSession } from './end-session.ts'
import type { CheckoutHouse } from './house.ts'

export const checkoutJobs = (house: CheckoutHouse): DueWork[] => [
  {
    name: 'expire checkout sessions',
    site: 'site_id',
    ...claimDue(house, 'checkout.sessions', { leaseMs: 30_000 }),
    run: (id) => expireSession(house, id as SessionId),
  },
]
