import { type Bins, openBins } from '#acquiring/bins'
import { capturedVolume } from '#acquiring/payments'
import { openPricing, type Pricing } from '#acquiring/pricing'
import type { OpenConnections } from '#acquiring/processors'
import { openRouting, type Routing } from '#acquiring/routing'
import type { Connectors } from '#connectors/acquirer/registry.ts'
import { sandboxBin } from '#connectors/acquirer/sandbox/index.ts'
import type { Directory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { TestCards } from './acquirers.ts'
import type { OnUsPayments } from './on-us.ts'

type Parts = Writer & {
  clock: Clock
  directory: Directory
  connectors: Connectors
  connections: OpenConnections
  testCards: TestCards
}

/** What an operator sets about payments: where each is sent and what it costs, both by what is known of its card. */
export function openPaymentRules(
  parts: Parts,
  { onUs, testMode }: { onUs: OnUsPayments; testMode: boolean },
): { bins: Bins; routing: Routing; pricing: Pricing } {
  const bins = openBins({ ...parts, builtIn: testMode ? sandboxBin : () => ({}) })
  const pricing = openPricing({ ...parts, bins, volumeOf: (of) => capturedVolume(parts.db, of) })
  const testCards: TestCards = testMode ? parts.testCards : new Map()
  return { bins, pricing, routing: openRouting({ ...parts, testCards, ownCards: onUs.ownCards }) }
}
