import { traced } from '#kernel/telemetry/trace.ts'
import type { Acquirer } from './port.ts'
import type { ConnectorId } from './registry.ts'

/** The acquirer, each request to which is a span with its operation and no more. Nothing of a trace is sent to it. */
export function tracedAcquirer(id: ConnectorId, acquirer: Acquirer): Acquirer {
  const span = <Result>(operation: string, request: () => Promise<Result>): Promise<Result> =>
    traced(`acquirer ${operation}`, { 'florin.acquirer': id }, request)
  return {
    capabilities: acquirer.capabilities,
    authorize: (request) => span('authorize', () => acquirer.authorize(request)),
    verify: (request) => span('verify', () => acquirer.verify(request)),
    completeChallenge: (request) => span('complete_challenge', () => acquirer.completeChallenge(request)),
    capture: (request) => span('capture', () => acquirer.capture(request)),
    reverse: (request) => span('reverse', () => acquirer.reverse(request)),
    refund: (request) => span('refund', () => acquirer.refund(request)),
    payOut: (request) => span('pay_out', () => acquirer.payOut(request)),
    inquire: (key) => span('inquire', () => acquirer.inquire(key)),
    disputesSince: (place) => span('disputes', () => acquirer.disputesSince(place)),
    submitEvidence: (request) => span('submit_evidence', () => acquirer.submitEvidence(request)),
    acceptDispute: (request) => span('accept_dispute', () => acquirer.acceptDispute(request)),
    settlementsSince: (place) => span('settlements', () => acquirer.settlementsSince(place)),
  }
}
