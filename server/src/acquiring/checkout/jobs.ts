import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { CheckoutContext } from './context.ts'
import { expireSession } from './end-session.ts'
import type { SessionId } from './ids.ts'

export const checkoutJobs = (ctx: CheckoutContext): DueWork[] => [
  {
    name: 'expire checkout sessions',
    owner: { kind: 'site', column: 'site_id' },
    ...claimDue(ctx, 'checkout.sessions', { leaseMs: 30_000 }),
    run: (id) => expireSession(ctx, id as SessionId),
  },
]
