import type { ConnectorId, Connectors } from '#connectors/acquirer/registry.ts'
import type { Approvals } from '#core/access'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What a connector may keep of a capture: a part of it in basis points, and a fixed amount in the currency of the payment. */
export type AgreedFee = { basisPoints: number; fixed: string }

/**
 * How long after its batch was closed, or after it was cancelled, something has to be in a report: as long as was set for
 * its connector, since accounts are settled after a day or after weeks, else the usual time.
 */
export type ReportTimes = { usual: Temporal.Duration; byConnector: ReadonlyMap<string, Temporal.Duration> }

export const timeOf = ({ usual, byConnector }: ReportTimes, connector: string): Temporal.Duration =>
  byConnector.get(connector) ?? usual

/** What acquirers are held to. */
export type ReportTerms = {
  reportsWithin: ReportTimes
  /** By connector; any fee is right where none was agreed. */
  fees: ReadonlyMap<string, AgreedFee>
}

/** What the use cases of this module work with. */
export type ReconciliationContext = Writer & {
  clock: Clock
  log: Log
  connectors: Pick<Connectors, 'find' | 'ids'>
  /** Those of these connectors that no operator has cut off. */
  routing: { enabledAmong(ids: readonly ConnectorId[]): Promise<readonly ConnectorId[]> }
  approvals: Pick<Approvals, 'require' | 'attempt' | 'get'>
  reportTerms: ReportTerms
}

/** For who only asks when something should be in a report. */
export type ReportedContext = Pick<ReconciliationContext, 'reportTerms'>
