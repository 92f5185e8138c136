import { zero } from '#kernel/base/money.ts'
import { type Acquirer, NotSupported } from '../port.ts'
import { authorize } from './authorize.ts'
import { capture } from './capture.ts'
import { completeChallenge } from './complete-challenge.ts'
import type { StripeContext } from './context.ts'
import { disputesSince } from './disputes.ts'
import { acceptDispute, submitEvidence } from './evidence.ts'
import { inquire } from './inquire.ts'
import { capabilitiesOf } from './limits.ts'
import { refund } from './refund.ts'
import { reverse } from './reverse.ts'
import { settlementsSince } from './settlements.ts'

/** Payments through Stripe's payment intents, by the promises of the port. */
export const stripeAcquirer = (ctx: StripeContext): Acquirer => ({
  capabilities: capabilitiesOf(ctx.settings),
  authorize: (request) => authorize(ctx, request),
  verify: ({ currency, ...request }) => authorize(ctx, { ...request, kind: 'verify', amount: zero(currency) }),
  completeChallenge: (request) => completeChallenge(ctx, request),
  capture: (request) => capture(ctx, request),
  reverse: (request) => reverse(ctx, request),
  refund: (request) => refund(ctx, request),
  payOut: async () => {
    throw new NotSupported('Stripe does not pay out to cards')
  },
  inquire: (key) => inquire(ctx, key),
  disputesSince: (place) => disputesSince(ctx, place),
  submitEvidence: (request) => submitEvidence(ctx, request),
  acceptDispute: (request) => acceptDispute(ctx, request),
  settlementsSince: (place) => settlementsSince(ctx, place),
})
