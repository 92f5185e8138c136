import { counter, durations, type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import { type Acquirer, NoResponse, NotSent } from './port.ts'
import type { ConnectorId } from './registry.ts'

const requestDurations = durations({
  name: 'florin_acquirer_request_duration_seconds',
  help: 'Requests to acquirers, from sending to their result; no_answer is a response that was lost, not_sent one that never left.',
  labels: ['acquirer', 'operation', 'outcome'],
  buckets: [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60],
})
const noAnswers = counter({
  name: 'florin_acquirer_no_answer_total',
  help: 'Requests to acquirers whose response was lost or cannot be read, by cause.',
  labels: ['acquirer', 'operation', 'cause'],
})

export const connectorPaused = stateGauge({
  name: 'florin_acquirer_paused',
  help: 'Whether an operator has paused the connector.',
  unit: '0 or 1',
  labels: ['acquirer'],
})

export const connectorMetrics: readonly Metric[] = [requestDurations, noAnswers, connectorPaused]

/** The acquirer, each request to which is timed. */
export function measuredAcquirer(metrics: Metrics, id: ConnectorId, acquirer: Acquirer): Acquirer {
  if (!metrics.isOn) return acquirer
  const timed = async <Result>(operation: string, requesting: Promise<Result>): Promise<Result> => {
    const began = performance.now()
    let outcome = 'error'
    try {
      const result = await requesting
      outcome = isDecline(result) ? 'declined' : 'answered'
      return result
    } catch (error) {
      if (error instanceof NoResponse) {
        outcome = error instanceof NotSent ? 'not_sent' : 'no_answer'
        metrics.count(noAnswers, {
          acquirer: id,
          operation,
          cause: error instanceof NotSent ? 'not_sent' : error.because,
        })
      }
      throw error
    } finally {
      metrics.observe(requestDurations, { acquirer: id, operation, outcome }, (performance.now() - began) / 1000)
    }
  }
  return {
    capabilities: acquirer.capabilities,
    authorize: (request) => timed('authorize', acquirer.authorize(request)),
    verify: (request) => timed('verify', acquirer.verify(request)),
    completeChallenge: (request) => timed('complete_challenge', acquirer.completeChallenge(request)),
    capture: (request) => timed('capture', acquirer.capture(request)),
    reverse: (request) => timed('reverse', acquirer.reverse(request)),
    refund: (request) => timed('refund', acquirer.refund(request)),
    payOut: (request) => timed('pay_out', acquirer.payOut(request)),
    inquire: (key) => timed('inquire', acquirer.inquire(key)),
    disputesSince: (place) => timed('disputes', acquirer.disputesSince(place)),
    submitEvidence: (request) => timed('submit_evidence', acquirer.submitEvidence(request)),
    acceptDispute: (request) => timed('accept_dispute', acquirer.acceptDispute(request)),
    settlementsSince: (place) => timed('settlements', acquirer.settlementsSince(place)),
  }
}

const isDecline = (result: unknown): boolean => (result as { outcome?: unknown }).outcome === 'declined'
