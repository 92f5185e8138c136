import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { ConnectionParts } from '../processor.ts'
import type { ConnectorId } from '../registry.ts'
import type { AdyenApi } from './api.ts'

export type AdyenContext = Writer & {
  connector: ConnectorId
  clock: Clock
  log: Log
  /** Where this program is reached, without a path. */
  publicUrl: string
  /** Of the account: fixed while the connection is open. */
  lineItems: boolean
  api: AdyenApi
  listGrown: ConnectionParts['listGrown']
}

/**
 * Adyen keeps an idempotency key for seven days. One that was sent longer ago than this is never sent again, since it
 * would be executed anew.
 */
export const keyGoodFor = { hours: 6 * 24 }

/**
 * An offer of Adyen ends after 12 hours. A request whose answer was lost and of which no webhook has said anything for
 * this long has not become an authorization.
 */
export const quietFor = { hours: 24 }

/** Longer than a shopper has for a challenge. An approval that no shopper has come back for is cancelled then. */
export const claimedWithin = { hours: 1 }
