import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { ChallengeId } from './challenge.ts'
import type { ThreeDsContext } from './context.ts'
import { expireChallenge } from './expire-challenge.ts'
import { resultDelivery } from './send-result.ts'

export const threeDsJobs = (ctx: ThreeDsContext): DueWork[] => [
  {
    name: 'time out challenges',
    ...claimDue(ctx, 'threeds.challenges', { leaseMs: 30_000 }),
    run: (id) => expireChallenge(ctx, id as ChallengeId),
  },
  resultDelivery(ctx),
]
