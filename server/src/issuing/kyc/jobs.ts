import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { KycContext } from './context.ts'
import { checkIdentity } from './identity/check-identity.ts'
import type { CheckId } from './ids.ts'

export const kycJobs = (ctx: KycContext, { timeoutMs }: { timeoutMs: number }): DueWork[] => [
  {
    name: 'ask the identity provider',
    ...claimDue(ctx, 'kyc.identity_checks', { leaseMs: timeoutMs + leaseMarginMs }),
    batch: 20,
    run: (id) => checkIdentity(ctx, id as CheckId),
  },
]
/** What a worker may need besides waiting for the provider: reading, opening, recording. */
const leaseMarginMs = 30_000
