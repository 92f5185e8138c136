import type { Brand } from '#kernel/base/brand.ts'
import { type Metrics, noMetrics } from '#kernel/telemetry/metrics.ts'
import { measuredAcquirer } from './metrics.ts'
import type { Acquirer } from './port.ts'
import { tracedAcquirer } from './traces.ts'
import { type RequestLimits, withTimeout } from './with-timeout.ts'

/**
 * The name of a connector in this installation, such as `sandbox`. Each payment, refund, payout and dispute has one.
 */
export type ConnectorId = Brand<string, 'ConnectorId'>

/** The connectors of this program by their names, each behind `withTimeout`. */
export type Connectors = {
  /** The first one takes what no rule of routing sends elsewhere. */
  readonly ids: readonly [ConnectorId, ...ConnectorId[]]
  find(id: string): { id: ConnectorId; acquirer: Acquirer } | undefined
  /**
   * The connector of a row.
   * @throws an ordinary error when this program was started without it: the row waits until it is there again.
   */
  get(id: ConnectorId): Acquirer
}

/** @throws when there is none, or a name is not made of small letters, digits and dashes. */
export function openConnectors(
  acquirers: Readonly<Record<string, Acquirer>>,
  limits: RequestLimits,
  metrics: Metrics = noMetrics,
): Connectors {
  const byId = new Map(
    Object.entries(acquirers).map(([name, acquirer]) => {
      const id = readId(name)
      return [id, tracedAcquirer(id, measuredAcquirer(metrics, id, withTimeout(acquirer, limits)))]
    }),
  )
  const [first, ...others] = byId.keys()
  if (first === undefined) throw new Error('at least one connector is needed')
  return {
    ids: [first, ...others],
    find: (id) => {
      const acquirer = byId.get(id as ConnectorId)
      return acquirer && { id: id as ConnectorId, acquirer }
    },
    get: (id) => {
      const acquirer = byId.get(id)
      if (!acquirer) throw new Error(`this program has no connector ${id}; it has ${[...byId.keys()].join(', ')}`)
      return acquirer
    },
  }
}

export const isConnectorName = (name: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(name)

function readId(name: string): ConnectorId {
  if (!isConnectorName(name)) throw new Error(`${name} cannot be the name of a connector`)
  return name as ConnectorId
}
