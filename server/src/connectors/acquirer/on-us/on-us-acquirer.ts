import type { ResultReceiver } from '#connectors/threeds/messages.ts'
import { zero } from '#kernel/base/money.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import { type Acquirer, NotSupported } from '../port.ts'
import { authorize } from './authorize.ts'
import { cardUpdateJob } from './card-updates.ts'
import { completeChallenge } from './complete-challenge.ts'
import type { OnUsContext } from './context.ts'
import { disputesSince } from './disputes.ts'
import { capabilities } from './limits.ts'
import { modify } from './modify.ts'
import { payOut } from './pay-out.ts'
import { receiveResult } from './receive-result.ts'
import { onUsJobs } from './send-message.ts'
import { findEntry } from './store.ts'

/**
 * Acquires payments with the cards that this installation issues: what a card network would carry, it says to the issuer
 * itself, in the same messages and with the same answers. Merchants see no difference.
 */
export const openOnUs = (ctx: OnUsContext): { acquirer: Acquirer; jobs: DueWork[] } & ResultReceiver => ({
  acquirer: {
    capabilities,
    authorize: (request) => authorize(ctx, request),
    verify: ({ currency, ...request }) => authorize(ctx, { ...request, kind: 'verify', amount: zero(currency) }),
    completeChallenge: (request) => completeChallenge(ctx, request),
    capture: (request) => modify(ctx, { ...request, kind: 'capture' }),
    reverse: (request) => modify(ctx, { ...request, kind: 'reverse' }),
    refund: (request) => modify(ctx, { ...request, kind: 'refund' }),
    // The caller reverses what has no result yet; the issuer then declines it.
    inquire: async (key) => (await findEntry(ctx.db, key))?.result ?? { outcome: 'not_found' },
    payOut: (request) => payOut(ctx, request),
    disputesSince: (place) => disputesSince(ctx, place),
    submitEvidence: notSupported,
    acceptDispute: notSupported,
    settlementsSince: notSupported,
  },
  jobs: [...onUsJobs(ctx), cardUpdateJob(ctx)],
  receive: (result) => receiveResult(ctx, result),
})

const notSupported = async (): Promise<never> => {
  throw new NotSupported('payments with our own cards do not have that')
}
