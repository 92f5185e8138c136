import { zero } from '#kernel/base/money.ts'
import { type Acquirer, type Capabilities, type InquiryResult, NotSupported } from '../port.ts'
import { authorize } from './authorize.ts'
import type { HostContext } from './context.ts'
import { modify } from './modify.ts'
import { payOut } from './pay-out.ts'
import { findEntry } from './store.ts'

/** A host of an acquirer that speaks ISO 8583, as the port has it. */
export const iso8583Acquirer = (ctx: HostContext, capabilities: Capabilities): Acquirer => ({
  capabilities,
  authorize: (request) => authorize(ctx, request),
  verify: ({ currency, ...request }) => authorize(ctx, { ...request, kind: 'verify', amount: zero(currency) }),
  completeChallenge: () => notSupported('a challenge'),
  capture: (request) => modify(ctx, { ...request, kind: 'capture' }),
  reverse: (request) => modify(ctx, { ...request, kind: 'reverse' }),
  refund: (request) => modify(ctx, { ...request, kind: 'refund' }),
  payOut: (request) => payOut(ctx, request),
  inquire: (key) => inquire(ctx, key),
  disputesSince: () => notSupported('a list of disputes'),
  submitEvidence: () => notSupported('disputes'),
  acceptDispute: () => notSupported('disputes'),
  settlementsSince: () => notSupported('a list of settlements'),
})

/** A host cannot be asked: what is not known is repeated or reversed until it is, and then it is in our row. */
async function inquire(ctx: HostContext, key: string): Promise<InquiryResult> {
  const entry = await findEntry(ctx.db, ctx.connector, key)
  if (!entry) return { outcome: 'not_found' }
  return entry.result ?? { outcome: 'pending', reference: key }
}

const notSupported = async (what: string): Promise<never> => {
  throw new NotSupported(`a host of this kind has not ${what}`)
}
