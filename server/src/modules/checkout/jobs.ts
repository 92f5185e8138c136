import { claimDue, type DueWork } from '#kernel/due-work.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { CheckoutContext } from './context.ts'
import { expireSession } from './end-session.ts'

export const checkoutJobs = (ctx: CheckoutContext): DueWork[] => [
  {
    name: 'expire checkout sessions',
    site: 'site_id',
    ...claimDue(ctx, 'checkout.sessions', { leaseMs: 30_000 }),
    run: (id) => expireSession(ctx, id as SessionId),
  },
]
