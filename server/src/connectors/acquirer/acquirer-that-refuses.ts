import type { Capabilities } from './capabilities.ts'
import { NotSent } from './errors.ts'
import type { Acquirer } from './port.ts'

/** Takes nothing and sends nothing: each request ends with a `NotSent` that says why. */
export function acquirerThatRefuses(capabilities: Capabilities, why: string): Acquirer {
  const refuse = async (): Promise<never> => {
    throw new NotSent(why)
  }
  return {
    capabilities,
    authorize: refuse,
    verify: refuse,
    completeChallenge: refuse,
    capture: refuse,
    reverse: refuse,
    refund: refuse,
    payOut: refuse,
    inquire: refuse,
    disputesSince: refuse,
    submitEvidence: refuse,
    acceptDispute: refuse,
    settlementsSince: refuse,
  }
}
