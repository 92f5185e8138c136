import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { KycContext } from './context.ts'
import { checkIdentity } from './identity/check-identity.ts'
import type { CaseId, CheckId } from './ids.ts'
import { type Validity, verifyAgain } from './verify-again.ts'

export const kycJobs = (ctx: KycContext, { timeoutMs, valid }: Validity & { timeoutMs: number }): DueWork[] => [
  {
    name: 'ask the identity provider',
    ...claimDue(ctx, 'kyc.identity_checks', { leaseMs: timeoutMs + leaseMarginMs }),
    batch: 20,
    run: (id) => checkIdentity(ctx, id as CheckId),
  },
  {
    name: 'verify customers again',
    ...claimDue(ctx, 'kyc.cases', { leaseMs: leaseMarginMs }),
    run: (id) => verifyAgain(ctx, { id: id as CaseId, valid }),
  },
]
/** What a worker may need besides waiting for the provider: reading, opening, recording. */
const leaseMarginMs = 30_000
